package io.fairstream.query.columns;

import java.time.Duration;
import java.util.Locale;

/** Formats of numbers for people, and their comparison. */
public final class Numbers {
    /** Tolerance for sums of doubles that were added in a different order. */
    private static final double EXACT = 1e-9;

    /** Limit above which hundredths do not fit into a long exactly. */
    private static final double MOST = 1e13;

    static final double LARGE = 1e7;
    /** Prefixes of units: mega (10^6), giga, tera, peta, exa, zetta, yotta (10^24). */
    private static final String PREFIXES = "MGTPEZY";

    private static final int GROUP = 3;
    private static final double HOUR = 3600;
    private static final double SMALL = 0.995;

    private Numbers() {}

    /** Formats with two decimals, half up, and a comma before each three digits: {@code 12,345.68}. */
    public static String decimal(double value) {
        if (!(Math.abs(value) < MOST)) {
            return String.format(Locale.ROOT, "%,.2f", value);
        }
        long hundredths = (long) Math.floor(Math.abs(value) * 100 + 0.5);
        StringBuilder text = new StringBuilder();
        if (value < 0 && hundredths > 0) {
            text.append('-');
        }
        appendGrouped(text, hundredths / 100);
        long rest = hundredths % 100;
        return text.append(rest < 10 ? ".0" : ".").append(rest).toString();
    }

    /** As {@link #decimal}; a whole number, as most factors and weights are, has no decimals. */
    public static String number(double value) {
        String text = decimal(value);
        return value == Math.rint(value) && text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }

    /** Formats with this number of decimals, and a comma before each three digits. */
    public static String fixed(double value, int decimals) {
        return decimals == 2 ? decimal(value) : String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /**
     * As {@link #number}; from ten million on with six digits and the prefix of the unit, as for floating-point operations:
     * {@code 2.50000 TFLOPs}. Above the prefixes with an exponent.
     */
    public static String large(double value, String unit) {
        String text = large(value);
        boolean hasPrefix = !text.isEmpty() && Character.isLetter(text.charAt(text.length() - 1));
        return text + (hasPrefix && (unit.equals("FLOPs") || unit.equals("J")) ? "" : " ") + unit;
    }

    /** As {@link #large(double, String)}, without the unit. */
    public static String large(double value) {
        if (Math.abs(value) < LARGE) {
            return number(value);
        }
        // rounded to six digits first, since 999999.9 M is 1 T
        String[] parts = String.format(Locale.ROOT, "%.5e", value).split("e\\+", 2);
        int prefix = parts.length < 2 ? PREFIXES.length() : Integer.parseInt(parts[1]) / GROUP - 2;
        if (prefix >= PREFIXES.length()) {
            return String.join("e+", parts);
        }
        int whole = Integer.parseInt(parts[1]) % GROUP;
        double digits = Double.parseDouble(parts[0]) * Math.pow(10, whole);
        return String.format(Locale.ROOT, "%." + (5 - whole) + "f %s", digits, PREFIXES.charAt(prefix));
    }

    /** Formats with two decimals, and below 1 with four. */
    public static String fine(double value) {
        return Math.abs(value) < SMALL ? String.format(Locale.ROOT, "%.4f", value) : decimal(value);
    }

    /** Formats with six decimals, as sshare and flux show a factor; below a millionth with an exponent, not as 0. */
    public static String factor(double value) {
        if (Double.isInfinite(value)) {
            return "inf";
        }
        return value != 0 && Math.abs(value) < 1e-6
                ? String.format(Locale.ROOT, "%.2e", value)
                : String.format(Locale.ROOT, "%.6f", value);
    }

    /** Formats seconds as hours. */
    public static String hours(double seconds) {
        return decimal(seconds / HOUR);
    }

    /** Formats a fraction as a percentage. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    /** Formats the two largest units of a duration: {@code 3 d 4 h}. */
    public static String span(Duration time) {
        if (time.toDays() > 0) {
            return String.format(Locale.ROOT, "%,d d %d h", time.toDays(), time.toHoursPart());
        }
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }

    private static void appendGrouped(StringBuilder text, long whole) {
        String digits = Long.toString(whole);
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (digits.length() - i) % GROUP == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
    }

    /**
     * Returns true if the values are equal except for rounding:
     * {@code |is - should| <= 1e-9 max(1, |should|, turnover)}.
     *
     * @param turnover sum of the magnitudes of all summands; 0 if nothing was subtracted
     */
    public static boolean isNear(double is, double should, double turnover) {
        return Math.abs(is - should) <= EXACT * Math.max(1, Math.max(Math.abs(should), turnover));
    }
}
