// The pages' icon.

/** A rostrum: a desk on its foot. A data address, so that it is no request. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230f766e'/%3E%3Cpath d='M7 9h18l-2 5H9zM14 14h4v8h4v3H10v-3h4z' fill='white'/%3E%3C/svg%3E";
