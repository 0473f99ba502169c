/** The row density of a list, and the cookie that stores it. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const DENSITY_COOKIE = "density";

export function parseDensity(text: string | undefined): Density {
  return DENSITIES.find((density) => density === text) ?? "comfortable";
}
