/* ICU itself, for CICU alone: its headers clash with those that Foundation carries. */
