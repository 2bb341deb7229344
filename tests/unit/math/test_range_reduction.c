/* Range reduction: quadrant and remainder, compared with values computed with 4000 bits of pi. The sum of
 * the two doubles must be right to 75 bits, also where nearly everything cancels (of 2^849 only 2^-61
 * remains). */
#include "math/double.h"
#include "support/test.h"

#include <math.h>

static void test_known_reductions(void **state) {
    (void)state;
    const struct {
        double radians;
        int quadrant;
        double high, low;
    } known[] = {
        {0.7, 0, 0.7, 0},
        {2, 1, 0x1.b7812aeef4b9fp-2, -0x1.a62633145c06ep-58},
        {4, 3, -0x1.6cbe3f9990e92p-1, 0x1.61b1acd85d7d7p-55},
        {-2, 3, -0x1.b7812aeef4b9fp-2, 0x1.a62633145c06ep-58},
        {-4, 1, 0x1.6cbe3f9990e92p-1, -0x1.61b1acd85d7d7p-55},
        {1e6, 0, -0x1.6e254d0f6b398p-2, -0x1.d69e1a79085e8p-56},
        {0x1.6ac5b262ca1ffp+849, 1, 0x1.14ae72e6ba22fp-61, -0x1.73eef1477d90ep-118},
        {-0x1.7e43c8800759cp+996, 1, 0x1.39e51e3b9d3d4p-1, -0x1.be718ff3ea04ap-57},
        {0x1.0f0cf064dd592p+73, 3, 0x1.19eab99633cd8p-1, -0x1.269e0fc062c98p-57},
        {0x1.fffffffffffffp+1023, 2, -0x1.453020ff06b39p-8, -0x1.afad1027849e8p-62},
        {0x1.921fb54442d18p+20, 0, -0x1.1a62633145c07p-34, 0x1.f1976b7ed8fbcp-90},
        {-0x1.921fb54442d18p+22, 0, 0x1.1a62633145c07p-32, -0x1.f1976b7ed8fbcp-88},
    };
    for (size_t i = 0; i < BP_COUNT(known); i++) {
        bp_reduced_angle r = bp_angle_reduce(known[i].radians);
        assert_int_equal(r.quadrant, known[i].quadrant);
        if (r.high != known[i].high || fabs(r.low - known[i].low) > 0x1p-75 * fabs(known[i].high))
            fail_msg("%a: got %a + %a, expected %a + %a", known[i].radians, r.high, r.low, known[i].high,
                     known[i].low);
    }
}

/* Both methods agree at their border: neighbouring angles on both sides of 2^20 have remainders that
 * differ by the same amount. */
static void test_the_two_ways_meet(void **state) {
    (void)state;
    double below = nextafter(0x1p20, 0);
    bp_reduced_angle a = bp_angle_reduce(below), b = bp_angle_reduce(0x1p20);
    assert_int_equal(a.quadrant, b.quadrant);
    double step = (b.high - a.high) + (b.low - a.low);
    assert_true(fabs(step - (0x1p20 - below)) < 1e-26);
}

/* sin(2^e), computed with 4000 bits of pi. Each uses other bits of 2/pi; together they use the whole
 * table. */
static void test_all_of_the_table(void **state) {
    (void)state;
    static const struct {
        int exponent;
        double sine;
    } known[] = {
        {20, 0.3304931400217347},    {51, 0.8618395638813006},   {82, 0.8339139222362204},
        {113, 0.40800665745870496},  {144, -0.7943430528869582}, {175, 0.3361450996443611},
        {206, 0.5189251277463931},   {237, -0.7381728185733567}, {268, -0.4213839450543603},
        {299, -0.6276810760418499},  {330, 0.9747067807100652},  {361, -0.5394405527580471},
        {392, -0.18254767218924997}, {423, 0.7914568950216777},  {454, -0.1984153137007497},
        {485, 0.24649945973196982},  {516, -0.8096562570725488}, {547, 0.540253253324915},
        {578, 0.9875716350477914},   {609, -0.9991675852168737}, {640, 0.8194076082686627},
        {671, 0.2011849649866834},   {702, -0.941529113389034},  {733, -0.02605796360589712},
        {764, 0.9999792058625263},   {795, 0.5288341521010278},  {826, 0.6970859476730196},
        {857, 0.5641578299892949},   {888, 0.4313803990204213},  {919, -0.45339269888057165},
        {950, -0.7546557627826056},  {981, -0.8545892655884946}, {1012, -0.9894427983924186},
        {1023, 0.563127779850884},
    };
    for (size_t i = 0; i < BP_COUNT(known); i++)
        expect_float(bp_sin_d(ldexp(1, known[i].exponent)), known[i].sine, 2e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_reductions),
        cmocka_unit_test(test_the_two_ways_meet),
        cmocka_unit_test(test_all_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
