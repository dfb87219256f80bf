package io.fairstream.htcondor.file;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * ClassAd: attributes by name, ignoring case. A value is a String, a Long, a Double, a Boolean, another ad, or an
 * {@link Expression}; undefined and error values are absent. Expressions are not evaluated, except constant expressions and names
 * of other attributes, as in {@code SlotWeight = Cpus}.
 */
public final class ClassAd {
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
            if (!ClassAdText.isName(expression.text())) {
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
}
