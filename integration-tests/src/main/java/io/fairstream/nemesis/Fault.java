package io.fairstream.nemesis;

import java.util.Locale;

/**
 * One thing that happens.
 *
 * @param at milliseconds since the first could happen
 * @param lasting milliseconds until it is undone
 * @param target name of the process
 * @param peer name of a broker, for links between two
 * @param chance from 0 to 1, for what else is left to it
 */
public record Fault(int number, Kind kind, long at, long lasting, String target, String peer, double chance) {
    long end() {
        return at + lasting;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%4d  %7.1f s  %-20s %-12s %-10s for %4.1f s  (%.3f)",
                number,
                at / 1e3,
                kind,
                target,
                peer,
                lasting / 1e3,
                chance);
    }
}
