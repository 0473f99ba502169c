"use server";
/** Remembers how close somebody wants the rows of lists. A preference of this browser: nothing of a member is read or changed. */
import { cookies } from "next/headers";
import { form, publicAction, textOf } from "@/lib/session/action";
import { cookieGuards } from "@/lib/session/cookies";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { DENSITY_COOKIE, parseDensity } from "./density";

export const chooseDensity = publicAction(
  form,
  async ([chosen]): Promise<void> => {
    const density = parseDensity(textOf(chosen, "density"));
    (await cookies()).set(DENSITY_COOKIE, density, { ...cookieGuards(), maxAge: YEAR_SECONDS });
  },
  undefined,
);
