/*
 * Powers of ten, to 128 bits.
 */
#ifndef VARVEL_SHARED_POWERS_H
#define VARVEL_SHARED_POWERS_H

#include "multiply.h"

#include <stdint.h>

/* Returns floor(number / 2^bits) of a number that may be negative, if it is from -4096 to 4095. */
static inline int vvs__shift_down(int64_t number, int bits)
{
    return (int)((uint64_t)(number + ((int64_t)4096 << bits)) >> bits) - 4096;
}

/* Returns floor(log2(10^q)). */
static inline int vvs__log2_of_power(int q)
{
    return vvs__shift_down((int64_t)q * 217706, 16);
}

/*
 * Sets `high` and `low` to the highest 128 bits of 10^q, rounded up unless exact, for q from -292 to
 * 324. The highest bit is set.
 *
 * `bases` has every 27th power, rounded down. The others are the product of one of them and a power
 * of five, cut off to 128 bits; `missing` has two bits for each power, which say how much it is too
 * small. Each entry has its highest bit set.
 */
static inline void vvs__power_of_ten(int q, uint64_t *high, uint64_t *low)
{
    static const uint64_t bases[][2] = {
        {UINT64_C(0xA76C582338ED2621), UINT64_C(0xAF2AF2B80AF6F24E)},
        {UINT64_C(0x873E4F75E2224E68), UINT64_C(0x5A7744A6E804A291)},
        {UINT64_C(0xDA7F5BF590966848), UINT64_C(0xAF39A475506A899E)},
        {UINT64_C(0xB080392CC4349DEC), UINT64_C(0xBD8D794D96AACFB3)},
        {UINT64_C(0x8E938662882AF53E), UINT64_C(0x547EB47B7282EE9C)},
        {UINT64_C(0xE65829B3046B0AFA), UINT64_C(0x0CB4A5A3112A5112)},
        {UINT64_C(0xBA121A4650E4DDEB), UINT64_C(0x92F34D62616CE413)},
        {UINT64_C(0x964E858C91BA2655), UINT64_C(0x3A6A07F8D510F86F)},
        {UINT64_C(0xF2D56790AB41C2A2), UINT64_C(0xFAE27299423FB9C3)},
        {UINT64_C(0xC428D05AA4751E4C), UINT64_C(0xAA97E14C3C26B886)},
        {UINT64_C(0x9E74D1B791E07E48), UINT64_C(0x775EA264CF55347D)},
        {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xCECB8F27F4200F3A), UINT64_C(0x0000000000000000)},
        {UINT64_C(0xA70C3C40A64E6C51), UINT64_C(0x999090B65F67D924)},
        {UINT64_C(0x86F0AC99B4E8DAFD), UINT64_C(0x69A028BB3DED71A3)},
        {UINT64_C(0xDA01EE641A708DE9), UINT64_C(0xE80E6F4820CC9495)},
        {UINT64_C(0xB01AE745B101E9E4), UINT64_C(0x5EC05DCFF72E7F8F)},
        {UINT64_C(0x8E41ADE9FBEBC27D), UINT64_C(0x14588F13BE847307)},
        {UINT64_C(0xE5D3EF282A242E81), UINT64_C(0x8F1668C8A86DA5FA)},
        {UINT64_C(0xB9A74A0637CE2EE1), UINT64_C(0x6D953E2BD7173692)},
        {UINT64_C(0x95F83D0A1FB69CD9), UINT64_C(0x4ABDAF101564F98E)},
        {UINT64_C(0xF24A01A73CF2DCCF), UINT64_C(0xBC633B39673C8CEC)},
        {UINT64_C(0xC3B8358109E84F07), UINT64_C(0x0A862F80EC4700C8)},
        {UINT64_C(0x9E19DB92B4E31BA9), UINT64_C(0x6C07A2C26A8346D1)},
    };
    static const uint64_t fives[] = {
        UINT64_C(0x8000000000000000), UINT64_C(0xA000000000000000), UINT64_C(0xC800000000000000),
        UINT64_C(0xFA00000000000000), UINT64_C(0x9C40000000000000), UINT64_C(0xC350000000000000),
        UINT64_C(0xF424000000000000), UINT64_C(0x9896800000000000), UINT64_C(0xBEBC200000000000),
        UINT64_C(0xEE6B280000000000), UINT64_C(0x9502F90000000000), UINT64_C(0xBA43B74000000000),
        UINT64_C(0xE8D4A51000000000), UINT64_C(0x9184E72A00000000), UINT64_C(0xB5E620F480000000),
        UINT64_C(0xE35FA931A0000000), UINT64_C(0x8E1BC9BF04000000), UINT64_C(0xB1A2BC2EC5000000),
        UINT64_C(0xDE0B6B3A76400000), UINT64_C(0x8AC7230489E80000), UINT64_C(0xAD78EBC5AC620000),
        UINT64_C(0xD8D726B7177A8000), UINT64_C(0x878678326EAC9000), UINT64_C(0xA968163F0A57B400),
        UINT64_C(0xD3C21BCECCEDA100), UINT64_C(0x84595161401484A0), UINT64_C(0xA56FA5B99019A5C8),
    };
    static const uint64_t missing[] = {
        UINT64_C(0x6A59569555A55400), UINT64_C(0x6A659AFAAEAAABA6), UINT64_C(0xE9EAAAA596AA56A6),
        UINT64_C(0x96A5569965AA9ABA), UINT64_C(0x56555AA559656665), UINT64_C(0xA555555555555559),
        UINT64_C(0x6559AEBAA9AAAFAA), UINT64_C(0x969AAA5559555569), UINT64_C(0x96A9BAA69AAA659A),
        UINT64_C(0x0000000000026A69), UINT64_C(0x0000000000000000), UINT64_C(0xAB95555555555554),
        UINT64_C(0xA6AA96BAFBAEBEAA), UINT64_C(0x6A6A99A9695AAAAA), UINT64_C(0x59959555596AAA9A),
        UINT64_C(0xAA6A6AAA9AAA5955), UINT64_C(0x55AA5A665A969666), UINT64_C(0x6555555559555555),
        UINT64_C(0x5555555555555655), UINT64_C(0x0000000005555555),
    };
    const unsigned at = (unsigned)(q + 297), row = at / 27, rest = at % 27;
    const unsigned more = (unsigned)(missing[at / 32] >> (2 * (at % 32))) & 3u;
    uint64_t lowest, carry = vvs__multiply(bases[row][1], fives[rest], &lowest);
    *high = vvs__multiply(bases[row][0], fives[rest], low);
    *low += carry;
    *high += *low < carry;
    if (*high >> 63 == 0) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | lowest >> 63;
    }
    *low += more;
    *high += *low < more;
}

#endif
