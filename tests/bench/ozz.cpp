/* Sampling, blending and skinning beside ozz-animation, in turn, on one thread: make bench-ozz OZZ=folder
 *
 *     ozz FILE.glb ROUNDS
 *
 * The file's skeleton, clips and mesh are given to both. 500 characters, each at a time of its own, go on by
 * 1/60 second a frame. A round times some frames of ours, then of ozz's; the table has the medians of the
 * rounds and their ranges, in milliseconds of processor time. Before, the palettes and vertices of both are
 * compared; ozz quantizes its keys. Last, the bytes of each clip: packed by ours, and by ozz's optimizer with
 * the largest tolerance that keeps the same bound, 1/18000 of the model's size at the corners of its boxes;
 * and the microseconds in which a batch of float keys and one of packed keys are made and play a clip once,
 * a frame a key. */
#include <algorithm>
#include <bindpose/batch.h>
#include <bindpose/gltf.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <vector>

#include "ozz/animation/offline/additive_animation_builder.h"
#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/animation_optimizer.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/blending_job.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/maths/simd_math.h"
#include "ozz/base/maths/soa_transform.h"
#include "ozz/geometry/runtime/skinning_job.h"

namespace an = ozz::animation;
namespace off = ozz::animation::offline;
using ozz::math::Float4x4;

enum { CHARACTERS = 500, FRAMES = 20, LAYERS = 3 };

static void need(bool ok, const char *what, const bp_error *error) {
    if (ok) return;
    std::fprintf(stderr, "ozz: %s: %s\n", what, error ? error->message : "is needed, or refused by ozz");
    std::_Exit(2); /* ozz's allocator aborts if its objects live when the program ends */
}

static ozz::math::Transform rest_of(const bp_node *node) {
    ozz::math::Transform t = ozz::math::Transform::identity();
    const bp_vec3 p = bp_node_position(node);
    const bp_quat q = bp_node_rotation(node);
    bp_trs trs = bp_trs_identity();
    bp_mat4_decompose(bp_node_local(node), &trs);
    t.translation = {p.x, p.y, p.z};
    t.rotation = {q.x, q.y, q.z, q.w};
    t.scale = {trs.scale.x, trs.scale.y, trs.scale.z};
    return t;
}

/* Everything that ozz needs of a model. Its joints are the model's nodes, in an order of its own. */
struct ozz_rig {
    const bp_model *model;
    std::vector<int> joint_of, node_of; /* node -> joint, and back */
    ozz::unique_ptr<an::Skeleton> skeleton;
    ozz::unique_ptr<an::Animation> clips[LAYERS]; /* the third one additive */
    std::vector<Float4x4> inverse_binds;
    std::vector<std::vector<ozz::unique_ptr<an::SamplingJob::Context>>> contexts;
    std::vector<ozz::math::SoaTransform> locals[LAYERS], blended;
    std::vector<Float4x4> models, palettes;

    void add(off::RawSkeleton::Joint::Children *to, const bp_node *parent) {
        for (size_t i = 0; i < model->node_count; i++) {
            if (bp_node_parent(model->nodes[i]) != parent) continue;
            to->emplace_back();
            to->back().name = std::to_string(i).c_str();
            to->back().transform = rest_of(model->nodes[i]);
            add(&to->back().children, model->nodes[i]);
        }
    }

    off::RawAnimation raw(const bp_clip *clip) const {
        off::RawAnimation made;
        double first = 0, last = 0;
        bp_clip_span(clip, &first, &last);
        made.duration = (float)last;
        made.tracks.resize(node_of.size());
        for (size_t i = 0; i < node_of.size(); i++) { /* without a track, ozz takes the identity */
            const ozz::math::Transform rest = rest_of(model->nodes[node_of[i]]);
            made.tracks[i].translations.push_back({0, rest.translation});
            made.tracks[i].rotations.push_back({0, rest.rotation});
            made.tracks[i].scales.push_back({0, rest.scale});
        }
        for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
            const bp_track *track = bp_clip_track(clip, i);
            need(track->interpolation == BP_INTERPOLATION_LINEAR, "clips with linear tracks", NULL);
            off::RawAnimation::JointTrack *to = &made.tracks[joint_of[track->target]];
            if (track->kind == BP_TRACK_POSITION) to->translations.clear();
            if (track->kind == BP_TRACK_ROTATION) to->rotations.clear();
            if (track->kind == BP_TRACK_SCALE) to->scales.clear();
            for (size_t k = 0; k < track->key_count; k++) {
                const float time = (float)track->times[k];
                const float *v = track->values + k * (track->kind == BP_TRACK_ROTATION ? 4 : 3);
                if (track->kind == BP_TRACK_POSITION) to->translations.push_back({time, {v[0], v[1], v[2]}});
                if (track->kind == BP_TRACK_ROTATION)
                    to->rotations.push_back({time, {v[0], v[1], v[2], v[3]}});
                if (track->kind == BP_TRACK_SCALE) to->scales.push_back({time, {v[0], v[1], v[2]}});
            }
        }
        return made;
    }

    void make(const bp_model *from) {
        model = from;
        bp_error error = {};
        off::RawSkeleton bones;
        add(&bones.roots, NULL);
        skeleton = off::SkeletonBuilder()(bones);
        need(skeleton != nullptr, "skeleton", NULL);
        joint_of.resize(model->node_count);
        for (const char *name : skeleton->joint_names()) node_of.push_back(std::atoi(name));
        for (size_t i = 0; i < node_of.size(); i++) joint_of[node_of[i]] = (int)i;
        for (int i = 0; i < LAYERS; i++) {
            off::RawAnimation keys = raw(model->clips[(size_t)i % model->clip_count]), difference;
            if (i == LAYERS - 1)
                need(off::AdditiveAnimationBuilder()(keys, &difference), "additive clip", NULL);
            clips[i] = off::AnimationBuilder()(i == LAYERS - 1 ? difference : keys);
            need(clips[i] != nullptr, "clip", NULL);
            locals[i].resize(skeleton->num_soa_joints());
        }
        const size_t joints = model->skins[0].joint_count;
        std::vector<bp_mat4> binds(joints);
        need(bp_model_inverse_binds(model, 0, binds.data(), joints, &error), "inverse binds", &error);
        for (const bp_mat4 &m : binds) {
            Float4x4 column;
            for (int c = 0; c < 4; c++) column.cols[c] = ozz::math::simd_float4::LoadPtrU(m.m + 4 * c);
            inverse_binds.push_back(column);
        }
        blended.resize(skeleton->num_soa_joints());
        models.resize(skeleton->num_joints());
        palettes.resize(CHARACTERS * joints);
        contexts.resize(CHARACTERS);
        for (auto &own : contexts)
            for (int i = 0; i < LAYERS; i++)
                own.push_back(ozz::make_unique<an::SamplingJob::Context>(skeleton->num_joints()));
    }

    /* One character: `layers` clips are sampled, blended if there are several, and become a palette. */
    void pose(size_t character, double seconds, int layers) {
        for (int i = 0; i < layers; i++) {
            an::SamplingJob job;
            job.animation = clips[i].get();
            job.context = contexts[character][(size_t)i].get();
            job.ratio = (float)(std::fmod(seconds, clips[i]->duration()) / clips[i]->duration());
            job.output = ozz::make_span(locals[i]);
            need(job.Run(), "sampling", NULL);
        }
        if (layers > 1) {
            an::BlendingJob::Layer normal[2], additive;
            for (int i = 0; i < 2; i++)
                normal[i].weight = 0.5f, normal[i].transform = ozz::make_span(locals[i]);
            additive.weight = 0.5f, additive.transform = ozz::make_span(locals[2]);
            an::BlendingJob job;
            job.layers = normal;
            job.additive_layers = ozz::span<const an::BlendingJob::Layer>(&additive, 1);
            job.rest_pose = skeleton->joint_rest_poses();
            job.output = ozz::make_span(blended);
            need(job.Run(), "blending", NULL);
        }
        an::LocalToModelJob chain;
        chain.skeleton = skeleton.get();
        chain.input = layers > 1 ? ozz::make_span(blended) : ozz::make_span(locals[0]);
        chain.output = ozz::make_span(models);
        need(chain.Run(), "local to model", NULL);
        const size_t joints = inverse_binds.size();
        for (size_t i = 0; i < joints; i++)
            palettes[character * joints + i] = models[joint_of[model->skins[0].nodes[i]]] * inverse_binds[i];
    }
};

/* ---- compression */

typedef std::function<void(double time, bp_mat4 *absolutes)> poser;

/* The farthest that a corner of a box is from where the clip has it, at eight moments of each frame. */
static double farthest(const bp_model *model, const std::vector<bp_vec3> &shells, double last,
                       const poser &wanted, const poser &got) {
    std::vector<bp_mat4> a(model->node_count), b(model->node_count);
    double most = 0;
    const int moments = (int)(last * 24 * 8) + 1;
    for (int m = 0; m <= moments; m++) {
        wanted(last * m / moments, a.data());
        got(last * m / moments, b.data());
        for (size_t i = 0; i < 8 * model->node_count; i++) {
            const bp_vec3 *box = &shells[i / 8 * 2];
            const bp_vec3 p = {box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2 & 1].z};
            if (box[0].x > box[1].x) continue;
            most = std::max(most,
                            (double)bp_vec3_distance(bp_mat4_point(a[i / 8], p), bp_mat4_point(b[i / 8], p)));
        }
    }
    return most;
}

static poser batch_poser(bp_batch *batch, int clip) {
    return [=](double time, bp_mat4 *absolutes) {
        bp_batch_layer layer = {};
        layer.time = time, layer.weight = 1, layer.clip = clip;
        bp_batch_job job = {};
        job.count = 1, job.layers = &layer, job.absolutes = absolutes;
        need(bp_batch_run(batch, &job, NULL), "batch", NULL);
    };
}

/* Bytes of the clip by ozz, with that tolerance, and its error. */
static size_t optimize(ozz_rig *rig, const bp_clip *clip, const std::vector<bp_vec3> &shells, double last,
                       const poser &wanted, double tolerance, double distance, double *error) {
    off::AnimationOptimizer optimizer;
    optimizer.setting = off::AnimationOptimizer::Setting((float)tolerance, (float)distance);
    off::RawAnimation optimized;
    need(optimizer(rig->raw(clip), *rig->skeleton, &optimized), "optimizer", NULL);
    const auto animation = off::AnimationBuilder()(optimized);
    need(animation != nullptr, "clip", NULL);
    an::SamplingJob::Context context(rig->skeleton->num_joints());
    *error = farthest(rig->model, shells, last, wanted, [&](double time, bp_mat4 *absolutes) {
        an::SamplingJob job;
        job.animation = animation.get();
        job.context = &context;
        job.ratio = (float)(time / last);
        job.output = ozz::make_span(rig->locals[0]);
        need(job.Run(), "sampling", NULL);
        an::LocalToModelJob chain;
        chain.skeleton = rig->skeleton.get();
        chain.input = ozz::make_span(rig->locals[0]);
        chain.output = ozz::make_span(rig->models);
        need(chain.Run(), "local to model", NULL);
        for (size_t i = 0; i < rig->model->node_count; i++)
            std::memcpy(absolutes + i, &rig->models[rig->joint_of[i]], sizeof *absolutes);
    });
    return animation->size();
}

/* With a smaller bound than ozz's own quantization keeps, ozz's bytes are those without its optimizer; the
 * last column is ours with the error that ozz has. */
static void compare_bytes(ozz_rig *rig, bp_batch *batch, bp_batch *packed_batch, bp_clip *const *packed,
                          const std::vector<bp_vec3> &shells, double bound) {
    std::printf("\n| clip | float32 keys | packed, error | ozz's optimizer, error | packed, ozz's error |\n"
                "| --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < rig->model->clip_count; i++) {
        const bp_clip *clip = rig->model->clips[i];
        double first, last, error, best_error = 0;
        bp_clip_span(clip, &first, &last);
        const poser wanted = batch_poser(batch, (int)i);
        const double ours = farthest(rig->model, shells, last, wanted, batch_poser(packed_batch, (int)i));
        size_t best = 0;
        for (double tolerance = 4 * bound; tolerance > bound / 100; tolerance /= 1.2) {
            const size_t size = optimize(rig, clip, shells, last, wanted, tolerance, 1000 * bound, &error);
            if (error <= bound && (!best || size < best)) best = size, best_error = error;
        }
        if (!best) best = optimize(rig, clip, shells, last, wanted, 0, 1000 * bound, &best_error);
        const double keys = (double)bp_clip_size(clip);
        bp_pack_options options = {};
        options.shells = shells.data(), options.bound = best_error;
        bp_clip *same = bp_batch_pack(batch, (int)i, &options, NULL);
        need(same, "packing", NULL);
        std::printf("| %s | %.0f | %zu (%.1f:1), %.2f of the bound | %zu (%.1f:1), %.2f of the bound | %zu "
                    "(%.1f:1) |\n",
                    bp_clip_name(clip), keys, bp_clip_size(packed[i]), keys / (double)bp_clip_size(packed[i]),
                    ours / bound, best, keys / (double)best, best_error / bound, bp_clip_size(same),
                    keys / (double)bp_clip_size(same));
        bp_clip_destroy(same);
    }
}

static double processor_seconds() { return (double)std::clock() / CLOCKS_PER_SEC; }

typedef std::function<void(int frame)> workload;

/* Times both in turn and prints a row. */
static void compare(const char *what, int rounds, const workload &ours, const workload &theirs) {
    std::vector<double> times[2], ratios;
    int frame = 0;
    for (int round = 0; round < rounds; round++) {
        for (int side = 0; side < 2; side++) {
            (side ? theirs : ours)(frame);
            const double start = processor_seconds();
            for (int i = 1; i <= FRAMES; i++) (side ? theirs : ours)(frame + i);
            times[side].push_back(1e3 * (processor_seconds() - start) / FRAMES);
        }
        ratios.push_back(times[0].back() / times[1].back());
        frame += FRAMES;
    }
    std::printf("| %s |", what);
    for (std::vector<double> *of : {&times[0], &times[1], &ratios}) {
        std::sort(of->begin(), of->end());
        std::printf(" %.3g (%.3g to %.3g) |", (*of)[of->size() / 2], of->front(), of->back());
    }
    std::printf("\n");
}

/* The fewest microseconds of a number of tries: a batch of one clip is made, and each of its keys is played. */
static double first_play(const bp_context *context, bp_model *model, bp_clip *clip, const bp_track *keys) {
    bp_clip *const kept = model->clips[0];
    const size_t count = model->clip_count;
    double best = INFINITY;
    model->clips[0] = clip, model->clip_count = 1;
    for (int round = 0; round < 200; round++) {
        const double start = processor_seconds();
        bp_batch *batch = bp_model_batch_create(context, model, NULL);
        std::vector<bp_mat4> palette(bp_batch_palette_count(batch));
        for (size_t k = 0; k < keys->key_count; k++) {
            bp_batch_layer layer = {};
            layer.time = keys->times[k], layer.weight = 1;
            bp_batch_job job = {};
            job.count = 1, job.layers = &layer, job.palettes = palette.data();
            need(bp_batch_run(batch, &job, NULL), "batch", NULL);
        }
        best = std::min(best, 1e6 * (processor_seconds() - start));
        bp_batch_destroy(batch);
    }
    model->clips[0] = kept, model->clip_count = count;
    return best;
}

static double difference(const float *a, const float *b, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = std::max(most, (double)std::fabs(a[i] - b[i]));
    return most;
}

int main(int argc, char **argv) {
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
    bp_error error = {};
    bp_model *model = NULL;
    bp_context_options one_thread = {};
    one_thread.threads = 1;
    bp_context *context = bp_context_create(&one_thread, &error);
    need(argc > 1 && context && bp_gltf_read(context, argv[1], NULL, &model, NULL, &error), "FILE ROUNDS",
         &error);
    need(model->clip_count > 0 && model->skin_count == 1 && rounds > 0, "a file with a skin, clips; rounds",
         &error);
    bp_batch *batch = bp_model_batch_create(context, model, &error);
    need(batch, "batch", &error);
    ozz_rig ozz_side;
    ozz_side.make(model);

    std::vector<bp_vec3> shells(2 * model->node_count);
    const double bound = (double)bp_model_shells(model, shells.data()) / 18000;
    std::vector<bp_clip *> packed, floats(model->clips, model->clips + model->clip_count);
    for (size_t i = 0; i < model->clip_count; i++) {
        bp_pack_options options = {};
        options.shells = shells.data(), options.bound = bound;
        packed.push_back(bp_batch_pack(batch, (int)i, &options, &error));
        need(packed.back(), "packing", &error);
    }
    std::copy(packed.begin(), packed.end(), model->clips);
    bp_batch *packed_batch = bp_model_batch_create(context, model, &error), *playing = batch;
    std::copy(floats.begin(), floats.end(), model->clips);
    need(packed_batch, "batch of packed clips", &error);

    const size_t entries = bp_batch_palette_count(batch), joints = model->skins[0].joint_count;
    std::vector<bp_batch_layer> layers(CHARACTERS * LAYERS);
    std::vector<bp_mat4> palettes(CHARACTERS * entries);
    std::vector<double> ends; /* ozz's clips know theirs */
    for (const bp_clip *clip : floats) {
        double first = 0, last = 1;
        bp_clip_span(clip, &first, &last);
        ends.push_back(last);
    }
    const auto time_of = [](size_t i, int frame) { return 0.037 * (double)i + frame / 60.0; };
    const auto ours = [&](int count, int frame) {
        for (size_t i = 0; i < CHARACTERS * (size_t)count; i++) {
            const size_t k = i % (size_t)count, clip = k % model->clip_count;
            layers[i] = bp_batch_layer();
            layers[i].time = std::fmod(time_of(i / (size_t)count, frame), ends[clip]);
            layers[i].clip = (int)clip;
            layers[i].weight = count > 1 ? 0.5f : 1;
            layers[i].additive = k == LAYERS - 1;
        }
        bp_batch_job job = {};
        job.count = CHARACTERS;
        job.layers = layers.data();
        job.layer_count = (size_t)count;
        job.palettes = palettes.data();
        need(bp_batch_run(playing, &job, &error), "batch", &error);
    };
    const auto theirs = [&](int count, int frame) {
        for (size_t i = 0; i < CHARACTERS; i++) ozz_side.pose(i, time_of(i, frame), count);
    };

    const bp_mesh *mesh = NULL;
    for (size_t i = 0; i < model->instance_count && !mesh; i++)
        if (model->instances[i].skin == 0) mesh = model->meshes[model->instances[i].mesh];
    need(mesh, "a skinned mesh", NULL);
    const size_t vertices = mesh->vertex_count, influences = (size_t)mesh->influences;
    std::vector<bp_vec3> skinned[2] = {std::vector<bp_vec3>(vertices), std::vector<bp_vec3>(vertices)},
                         normals[2] = {std::vector<bp_vec3>(vertices), std::vector<bp_vec3>(vertices)};
    bool unnormalized = true; /* ozz leaves the lengths of normals too */
    const auto our_skin = [&](int) {
        for (size_t i = 0; i < CHARACTERS; i++) {
            bp_skin_job job = {};
            job.source = bp_skin_source_from_mesh(mesh);
            job.source.tangents = NULL;
            job.palette = &palettes[i * entries];
            job.palette_count = entries;
            job.target.positions = skinned[0].data();
            job.target.normals = mesh->normals ? normals[0].data() : NULL;
            job.unnormalized = unnormalized;
            need(bp_skin_job_run(context, &job, &error), "skinning", &error);
        }
    };
    const auto their_skin = [&](int) {
        for (size_t i = 0; i < CHARACTERS; i++) {
            ozz::geometry::SkinningJob job;
            job.vertex_count = (int)vertices;
            job.influences_count = (int)influences;
            job.joint_matrices = ozz::span<const Float4x4>(&ozz_side.palettes[i * joints], joints);
            job.joint_indices = ozz::span<const uint16_t>(mesh->joints, vertices * influences);
            job.joint_indices_stride = influences * sizeof(uint16_t);
            job.joint_weights = ozz::span<const float>(mesh->weights, vertices * influences);
            job.joint_weights_stride = influences * sizeof(float);
            job.in_positions = ozz::span<const float>(&mesh->positions->x, 3 * vertices);
            if (mesh->normals) job.in_normals = ozz::span<const float>(&mesh->normals->x, 3 * vertices);
            job.out_positions = ozz::span<float>(&skinned[1].data()->x, 3 * vertices);
            if (mesh->normals) job.out_normals = ozz::span<float>(&normals[1].data()->x, 3 * vertices);
            job.in_positions_stride = job.in_normals_stride = job.out_positions_stride =
                job.out_normals_stride = sizeof(bp_vec3);
            need(job.Run(), "skinning", NULL);
        }
    };

    for (int count : {(int)LAYERS, 1}) { /* the last one leaves the palettes for skinning */
        ours(count, 7);
        theirs(count, 7);
        double most = 0;
        for (size_t i = 0; i < CHARACTERS; i++)
            most = std::max(most, difference(palettes[i * entries].m,
                                             (const float *)&ozz_side.palettes[i * joints], 16 * joints));
        std::printf("%d layer%s: palettes differ by at most %.2g\n", count, count > 1 ? "s" : "", most);
    }
    our_skin(0), their_skin(0);
    std::printf("skinned positions differ by at most %.2g\n\n",
                difference(&skinned[0].data()->x, &skinned[1].data()->x, 3 * vertices));
    std::printf(
        "| %d characters, %zu joints, %zu vertices, %d rounds: ms | Bindpose | ozz-animation | ratio |\n"
        "| --- | --- | --- | --- |\n",
        CHARACTERS, joints, vertices, rounds);
    compare(
        "sample, local to model, palette", rounds, [&](int f) { ours(1, f); }, [&](int f) { theirs(1, f); });
    playing = packed_batch;
    compare(
        "the same of packed clips", rounds, [&](int f) { ours(1, f); }, [&](int f) { theirs(1, f); });
    playing = batch;
    compare(
        "two clips and an additive one, to palette", rounds, [&](int f) { ours(LAYERS, f); },
        [&](int f) { theirs(LAYERS, f); });
    compare(mesh->normals ? "skin, with normals" : "skin, positions alone", rounds, our_skin, their_skin);
    unnormalized = false;
    if (mesh->normals) compare("the same, ours of length 1", rounds, our_skin, their_skin);
    compare_bytes(&ozz_side, batch, packed_batch, packed.data(), shells, bound);
    std::printf("\n| clip: made and played once, us | float keys | packed |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < model->clip_count; i++) {
        const bp_track *longest = bp_clip_track(model->clips[i], 0);
        for (size_t k = 1; k < bp_clip_track_count(model->clips[i]); k++)
            if (bp_clip_track(model->clips[i], k)->key_count > longest->key_count)
                longest = bp_clip_track(model->clips[i], k);
        std::printf("| %s, %zu keys | %.0f | %.0f |\n", bp_clip_name(model->clips[i]), longest->key_count,
                    first_play(context, model, model->clips[i], longest),
                    first_play(context, model, packed[i], longest));
    }
    bp_batch_destroy(packed_batch);
    for (bp_clip *clip : packed) bp_clip_destroy(clip);
    bp_batch_destroy(batch);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return 0;
}
