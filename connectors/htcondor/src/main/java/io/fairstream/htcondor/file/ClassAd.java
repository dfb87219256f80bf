package io.fairstream.htcondor.file;

import io.fairstream.htcondor.file.ClassAd.Expression;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * ClassAd: attributes by name, ignoring case. A value is a String, a Long, a Double, a Boolean, another ad, or an
 * {@link Expression}; undefined and error values are absent. Expressions are not evaluated, except constant expressions and names
 * of other attributes, as in {@code SlotWeight = Cpus}.
 */
public final class ClassAd {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,18}");
    private static final Pattern REAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,5})?");
    private static final Pattern KIND = Pattern.compile("\\*{3} ([A-Z]\\w{0,31})(?! *=)\\b.*");
    private static final Pattern PAIR = Pattern.compile("(\\w+)\\s*=\\s*(\"[^\"]*\"|\\S+)");
    private static final int LONGEST_BANNER = 4096;

    /** Limit of references from attribute to attribute; attributes that refer to each other in a circle have no value. */
    private static final int LONGEST_CHAIN = 8;
    /** Limit of times, in seconds since 1970: about three thousand years. */
    private static final double LATEST = 1e11;

    private final Map<String, Object> attributes;
    private final @Nullable ClassAd parent;

    public ClassAd() {
        this(new TreeMap<>(String.CASE_INSENSITIVE_ORDER), null);
    }

    private ClassAd(Map<String, Object> attributes, @Nullable ClassAd parent) {
        this.attributes = attributes;
        this.parent = parent;
    }

    /**
     * An expression that is not evaluated here.
     *
     * @param text as it was written
     */
    public record Expression(String text) {}

    /** Returns an ad with these attributes and the parent's; these take precedence. */
    public ClassAd under(@Nullable ClassAd chained) {
        return new ClassAd(attributes, chained);
    }

    /** Sets an attribute; null removes it. */
    public void set(String name, @Nullable Object value) {
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    /** Returns true if there are no attributes, except a parent's. */
    public boolean isEmpty() {
        return attributes.isEmpty();
    }

    /** Returns true if there is an attribute of that name. */
    public boolean has(String name) {
        return value(name) != null;
    }

    /** Returns a string that is not blank, or null. */
    public @Nullable String text(String name) {
        return value(name) instanceof String text && !text.isBlank() ? text : null;
    }

    /** Returns a number, or null. */
    public @Nullable Double number(String name) {
        return value(name) instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
    }

    /** Returns a whole number, or null. */
    public @Nullable Long whole(String name) {
        return value(name) instanceof Long whole ? whole : null;
    }

    public boolean isTrue(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    /** Returns an instant from seconds since 1970; null for 0 and less, which mean never in HTCondor. */
    public @Nullable Instant time(String name) {
        Double seconds = number(name);
        if (seconds == null || !(seconds > 0 && seconds < LATEST)) {
            return null;
        }
        return Instant.ofEpochMilli(Math.round(seconds * 1000));
    }

    /** Returns an ad within this one, or null. */
    public @Nullable ClassAd nested(String name) {
        return value(name) instanceof ClassAd nested ? nested : null;
    }

    private @Nullable Object value(String name) {
        String current = name;
        for (int i = 0; i < LONGEST_CHAIN; i++) {
            Object value = held(current);
            if (!(value instanceof Expression expression)) {
                return value;
            }
            if (!isName(expression.text())) {
                Number constant = Arithmetic.value(expression.text());
                return constant == null ? value : constant;
            }
            current = expression.text();
        }
        return null;
    }

    private @Nullable Object held(String name) {
        Object value = attributes.get(name);
        return value == null && parent != null ? parent.held(name) : value;
    }

    @Override
    public String toString() {
        return attributes + (parent == null ? "" : " under " + parent);
    }

    /**
     * Parses the attributes of a text in the old syntax, as printed by {@code -long}: a line for each attribute. The caller checks
     * whether each line is an attribute.
     */
    public static ClassAd ofLines(Iterable<String> lines) {
        ClassAd ad = new ClassAd();
        for (String line : lines) {
            ad.addLine(line);
        }
        return ad;
    }

    /** Adds the attribute on a line {@code Name = value}; returns false if there is none. */
    boolean addLine(String line) {
        int sign = line.indexOf('=');
        if (sign < 1 || line.startsWith("=", sign + 1)) {
            return false;
        }
        String name = line.substring(0, sign).trim();
        if (!isName(name)) {
            return false;
        }
        set(name, parsed(line.substring(sign + 1).trim()));
        return true;
    }

    /**
     * Adds the attributes of a banner such as {@code *** EPOCH ClusterId=3 CurrentTime=1700000000} that are missing;
     * the word after the stars is the {@code EpochAdType}.
     */
    void addBanner(String banner) {
        String text = banner.substring(0, Math.min(banner.length(), LONGEST_BANNER));
        Matcher kind = KIND.matcher(text);
        if (kind.matches() && !has("EpochAdType")) {
            set("EpochAdType", kind.group(1));
        }
        Matcher pairs = PAIR.matcher(text);
        while (pairs.find()) {
            if (!has(pairs.group(1))) {
                set(pairs.group(1), parsed(pairs.group(2)));
            }
        }
    }

    /** Returns the value of a text; null for undefined and error. */
    public static @Nullable Object parsed(String text) {
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

    private static boolean isName(String text) {
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
