package io.fairstream.schemas.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Guesses which name was meant. */
public final class Spelling {
    private Spelling() {}

    /** {@code did you mean slotWeight?}, or what there is when nothing is near. */
    public static String hint(String given, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(given, name)))
                .filter(name -> distance(given, name) <= Math.max(1, name.length() / 3))
                .map(name -> "did you mean " + name + "?")
                .orElse(known.isEmpty() ? "expected: no fields" : "expected: one of " + String.join(", ", known));
    }

    /** Levenshtein's distance, upper and lower case being the same. */
    public static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
