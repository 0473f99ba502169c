/** A sentence about more entities than this, plus one, names only the first ones: people would not read more. */
export const NAMED_ENTITIES = 4;
