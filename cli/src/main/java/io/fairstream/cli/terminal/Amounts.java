package io.fairstream.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Amounts for people to read. */
public final class Amounts {
    private static final double HOUR = 3600;
    private static final double SMALL = 0.995;

    private Amounts() {}

    /** With two decimals. */
    public static String decimal(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }

    /** With two decimals; without any when it is whole, which factors and weights mostly are. */
    public static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : decimal(value);
    }

    /** With two decimals, and below 1 with four. */
    public static String fine(double value) {
        return Math.abs(value) < SMALL ? String.format(Locale.ROOT, "%.4f", value) : decimal(value);
    }

    /** Seconds as hours. */
    public static String hours(double seconds) {
        return decimal(seconds / HOUR);
    }

    /** A part of a whole. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    /** The two largest units of a time: {@code 3 d 4 h}. */
    public static String span(Duration time) {
        if (time.toDays() > 0) {
            return String.format(Locale.ROOT, "%,d d %d h", time.toDays(), time.toHoursPart());
        }
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }
}
