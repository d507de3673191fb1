#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| audit960_fuzz::manifest(data));
