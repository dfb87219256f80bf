package io.fairstream.slurm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Energy that a run consumed; Slurm reports joules. */
public final class Energy {
    private static final Pattern JOULES = Pattern.compile("(?:^|,)energy=(\\d{1,18})(?:,|$)");

    /** A petajoule; larger numbers are Slurm's markers for unknown. */
    private static final long MAX_JOULES = 1_000_000_000_000_000L;

    private static final long MILLI = 1000;

    private Energy() {}

    /** Returns millijoules of a number of joules; null if it is invalid or impossible. */
    public static @Nullable Long ofJoules(String joules) {
        if (!joules.matches("\\d{1,18}")) {
            return null;
        }
        long number = Long.parseLong(joules);
        return number > MAX_JOULES ? null : (Long) (number * MILLI);
    }

    /** Returns millijoules from trackable resources such as {@code cpu=4,energy=1200,node=1}; null if unknown. */
    public static @Nullable Long ofTres(String tres) {
        Matcher energy = JOULES.matcher(tres);
        return energy.find() ? ofJoules(energy.group(1)) : null;
    }
}
