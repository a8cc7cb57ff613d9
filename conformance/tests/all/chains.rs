//! Documents through all chains of three formats. `cargo xtask campaign chains` has more cases.

use conformance::chains;

#[test]
fn a_double_is_the_same_behind_every_chain() {
    for number in 0..400 {
        assert!(chains::case(number));
    }
}
