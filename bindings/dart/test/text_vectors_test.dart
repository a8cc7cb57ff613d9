// <spec:options> Made by `cargo xtask spec`.
      'exact_decimals' => options.copyWith(exactDecimals: true),
// </spec:options>
