package io.fairstream.htcondor.file;

import io.fairstream.htcondor.file.ClassAd.Expression;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of the old syntax of ClassAds, as printed by {@code -long}: a line {@code Name = value} for each attribute. */
public final class ClassAdText {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,18}");
    private static final Pattern REAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,5})?");
    private static final Pattern KIND = Pattern.compile("\\*{3} ([A-Z]\\w{0,31})(?! *=)\\b.*");
    private static final Pattern PAIR = Pattern.compile("(\\w+)\\s*=\\s*(\"[^\"]*\"|\\S+)");

    private static final int LONGEST_BANNER = 4096;

    private ClassAdText() {}

    /** Parses the attributes of a text; the caller checks whether each line is an attribute. */
    public static ClassAd ad(Iterable<String> lines) {
        ClassAd ad = new ClassAd();
        for (String line : lines) {
            addTo(ad, line);
        }
        return ad;
    }

    /** Adds the attribute on a line to an ad; returns false if there is none. */
    public static boolean addTo(ClassAd ad, String line) {
        int sign = line.indexOf('=');
        if (sign < 1 || line.startsWith("=", sign + 1)) {
            return false;
        }
        String name = line.substring(0, sign).trim();
        if (!isName(name)) {
            return false;
        }
        ad.set(name, value(line.substring(sign + 1).trim()));
        return true;
    }

    /**
     * Adds the attributes of a banner such as {@code *** EPOCH ClusterId=3 CurrentTime=1700000000} that the ad lacks;
     * the word after the stars is the {@code EpochAdType}.
     */
    public static void addBanner(ClassAd ad, String banner) {
        String text = banner.substring(0, Math.min(banner.length(), LONGEST_BANNER));
        Matcher kind = KIND.matcher(text);
        if (kind.matches() && !ad.has("EpochAdType")) {
            ad.set("EpochAdType", kind.group(1));
        }
        Matcher pairs = PAIR.matcher(text);
        while (pairs.find()) {
            if (!ad.has(pairs.group(1))) {
                ad.set(pairs.group(1), value(pairs.group(2)));
            }
        }
    }

    /** Returns the value of a text; null for undefined and error. */
    public static @Nullable Object value(String text) {
        String string = quoted(text);
        if (string != null) {
            return string;
        }
        if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        if (REAL.matcher(text).matches()) {
            return Double.valueOf(text);
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "", "undefined", "error" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> new Expression(text);
        };
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the text between the quotes of a string, in which only a quote may be escaped; null if it is not such a string. */
    private static @Nullable String quoted(String text) {
        if (text.length() < 2 || text.charAt(0) != '"') {
            return null;
        }
        StringBuilder content = new StringBuilder(text.length());
        for (int i = 1; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '"') {
                return i == text.length() - 1 ? content.toString() : null;
            }
            if (next == '\\' && i + 2 < text.length() && text.charAt(i + 1) == '"') {
                next = text.charAt(++i);
            }
            content.append(next);
        }
        return null;
    }
}
