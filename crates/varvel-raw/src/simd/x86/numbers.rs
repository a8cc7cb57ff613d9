//! Implements [`numbers16`](crate::gather::numbers16) with vectors that can gather.

use core::arch::x86_64::*;

use crate::gather::Rows;

/// Reads the numbers of eight records.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
pub unsafe fn avx2(records: &Rows<'_>, slots: &[u32; 8], numbers: &mut [i64; 8]) -> bool {
    let Some(last) = records.last() else {
        return false;
    };
    // SAFETY: `slots` are 32 bytes, `numbers` 64. A lane of a gather is at most `last`, or the
    // function has returned: it is not negative, since `last` is below 2^31, and 4 bytes from there
    // on are inside of `bytes`. The caller vouches for AVX2.
    unsafe {
        let all = |number: u32| _mm256_set1_epi32(number as i32);
        let equal = |a, b| _mm256_cmpeq_epi32(a, b);
        let and = |a, b| _mm256_and_si256(a, b);
        let every = |lanes| _mm256_movemask_epi8(lanes) == -1;
        let from = records.bytes.as_ptr().cast();
        let (last, tag_bits) = (all(last), all(15));
        let inside = |place| equal(_mm256_min_epu32(place, last), place);
        let spare = all(records.spare & 31);

        let slot = _mm256_loadu_si256(slots.as_ptr().cast());
        let record = _mm256_sub_epi32(all(records.base), _mm256_srli_epi32::<4>(slot));
        let member = _mm256_add_epi32(record, all(records.member));
        let is_record = equal(and(slot, tag_bits), all(records.record));
        if !every(and(is_record, and(inside(record), inside(member)))) {
            return false;
        }
        let head = _mm256_i32gather_epi32::<1>(from, record);
        let slot = _mm256_i32gather_epi32::<1>(from, member);

        let tag = and(slot, tag_bits);
        let far = equal(tag, all(records.far));
        let near = equal(tag, all(records.near));
        let slot = _mm256_sllv_epi32(slot, spare);
        let back = _mm256_srli_epi32::<4>(_mm256_srlv_epi32(slot, spare));
        // A slot that holds its number itself reads the head of its record.
        let place = _mm256_sub_epi32(record, and(far, back));
        let differs = and(_mm256_xor_si256(head, all(records.head)), all(records.mask));
        let alike = equal(differs, _mm256_setzero_si256());
        let number = _mm256_or_si256(far, near);
        if !every(and(number, and(alike, inside(place)))) {
            return false;
        }
        let found = _mm256_i32gather_epi32::<1>(from, place);
        let held = _mm256_srai_epi32::<4>(_mm256_srav_epi32(slot, spare));
        let found = _mm256_blendv_epi8(held, found, far);
        let to = numbers.as_mut_ptr();
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(found));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(found));
        _mm256_storeu_si256(to.cast(), low);
        _mm256_storeu_si256(to.add(4).cast(), high);
    }
    true
}

/// Reads the numbers of all sixteen records.
///
/// # Safety
/// The processor has AVX-512 F.
#[inline(always)]
pub unsafe fn avx512(records: &Rows<'_>, slots: &[u32; 16], numbers: &mut [i64; 16]) -> bool {
    let Some(last) = records.last() else {
        return false;
    };
    // SAFETY: `slots` are 64 bytes, `numbers` 128. A lane of a gather is at most `last`, or the
    // function has returned: it is not negative, since `last` is below 2^31, and 4 bytes from there
    // on are inside of `bytes`. The caller vouches for AVX-512 F.
    unsafe {
        let all = |number: u32| _mm512_set1_epi32(number as i32);
        let from = records.bytes.as_ptr().cast();
        let (last, tag_bits) = (all(last), all(15));
        let spare = all(records.spare & 31);

        let slot = _mm512_loadu_si512(slots.as_ptr().cast());
        let tag = _mm512_and_si512(slot, tag_bits);
        let record = _mm512_sub_epi32(all(records.base), _mm512_srli_epi32::<4>(slot));
        let member = _mm512_add_epi32(record, all(records.member));
        let other = _mm512_cmpneq_epi32_mask(tag, all(records.record))
            | _mm512_cmpgt_epu32_mask(record, last)
            | _mm512_cmpgt_epu32_mask(member, last);
        if other != 0 {
            return false;
        }
        let head = _mm512_i32gather_epi32::<1>(record, from);
        let slot = _mm512_i32gather_epi32::<1>(member, from);

        let tag = _mm512_and_si512(slot, tag_bits);
        let far = _mm512_cmpeq_epi32_mask(tag, all(records.far));
        let near = _mm512_cmpeq_epi32_mask(tag, all(records.near));
        let slot = _mm512_sllv_epi32(slot, spare);
        let back = _mm512_srli_epi32::<4>(_mm512_srlv_epi32(slot, spare));
        // A slot that holds its number itself reads the head of its record.
        let place = _mm512_mask_sub_epi32(record, far, record, back);
        let differs = _mm512_xor_si512(head, all(records.head));
        let other = _mm512_test_epi32_mask(differs, all(records.mask))
            | _mm512_cmpgt_epu32_mask(place, last)
            | !(far | near);
        if other != 0 {
            return false;
        }
        let found = _mm512_i32gather_epi32::<1>(place, from);
        let held = _mm512_srai_epi32::<4>(_mm512_srav_epi32(slot, spare));
        let found = _mm512_mask_mov_epi32(held, far, found);
        let to = numbers.as_mut_ptr();
        let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(found));
        let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(found));
        _mm512_storeu_si512(to.cast(), low);
        _mm512_storeu_si512(to.add(8).cast(), high);
    }
    true
}
