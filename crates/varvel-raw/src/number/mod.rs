//! Number text: from decimal digits to integers and floats, and back.
