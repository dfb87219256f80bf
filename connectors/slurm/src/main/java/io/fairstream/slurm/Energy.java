package io.fairstream.slurm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Energy that a run consumed, which Slurm tells in joules. */
public final class Energy {
    private static final Pattern JOULES = Pattern.compile("(?:^|,)energy=(\\d{1,18})(?:,|$)");

    /** A petajoule: more is how Slurm writes that it does not know. */
    private static final long MOST_JOULES = 1_000_000_000_000_000L;

    private static final long MILLI = 1000;

    private Energy() {}

    /** Millijoules of a number of joules; null when it is none, or none that can be. */
    public static @Nullable Long ofJoules(String joules) {
        if (!joules.matches("\\d{1,18}")) {
            return null;
        }
        long number = Long.parseLong(joules);
        return number > MOST_JOULES ? null : (Long) (number * MILLI);
    }

    /** Millijoules, from trackable resources such as {@code cpu=4,energy=1200,node=1}; null when they do not tell. */
    public static @Nullable Long ofTres(String tres) {
        Matcher energy = JOULES.matcher(tres);
        return energy.find() ? ofJoules(energy.group(1)) : null;
    }
}
