// C++17: the headers are C, and smart pointers fit around the library's objects.
//
//     poses assets/character.glb
#include <bindpose/gltf.h>
#include <bindpose/model.h>
#include <cstdio>
#include <memory>

template <typename T, void (*destroy)(T *)> struct deleter {
    void operator()(T *object) const { destroy(object); }
};
using model_ptr = std::unique_ptr<bp_model, deleter<bp_model, bp_model_destroy>>;
using pose_ptr = std::unique_ptr<bp_model_pose, deleter<bp_model_pose, bp_model_pose_destroy>>;

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    bp_error error{};
    bp_model *read = nullptr;
    if (!bp_gltf_read(nullptr, argv[1], nullptr, &read, nullptr, &error)) {
        std::fprintf(stderr, "%s: %s\n", error.place, error.message);
        return 1;
    }
    model_ptr model(read);
    pose_ptr pose(bp_model_pose_create(model.get(), &error));
    bp_bone *foot = bp_model_find_bone(model.get(), "foot_left");
    for (std::size_t clip = 0; clip < model->clip_count; clip++) {
        double first, last;
        bp_clip_span(model->clips[clip], &first, &last);
        if (!bp_model_pose_set(pose.get(), static_cast<int>(clip), last / 4, &error)) return 1;
        bp_vec3 at = bp_bone_position_in(foot, BP_SPACE_WORLD, nullptr);
        std::printf("%s, %.2f s: the left foot is at %.3f %.3f %.3f\n", bp_clip_name(model->clips[clip]),
                    last / 4, static_cast<double>(at.x), static_cast<double>(at.y),
                    static_cast<double>(at.z));
    }
    return 0;
}
