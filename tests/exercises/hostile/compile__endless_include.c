/* Includes itself twice, two hundred levels deep. */
#include __FILE__
#include __FILE__
