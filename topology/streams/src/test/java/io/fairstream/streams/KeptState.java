package io.fairstream.streams;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A value in a store: one entry of its changelog.
 *
 * @param kind whose it is: the task's, a state's, or a page's of a state's history
 * @param storedAs the whole key, in hexadecimal
 * @param value in hexadecimal
 */
record KeptState(Kind kind, String storedAs, String value) {
    private static final HexFormat HEX = HexFormat.of();
    private static final int PAGE_NUMBER = 5;
    private static final int COLUMNS = 4;

    /** In the order of the byte before the key. */
    enum Kind {
        NOTE,
        STATE,
        PAGE
    }

    static List<KeptState> of(Changelog changelog) {
        List<KeptState> kept = new ArrayList<>();
        changelog.held().forEach((key, value) -> {
            byte[] bytes = key.get();
            kept.add(new KeptState(Kind.values()[bytes[0]], HEX.formatHex(bytes), HEX.formatHex(value)));
        });
        return kept;
    }

    static KeptState of(String line) {
        String[] columns = line.split("\t", COLUMNS);
        return new KeptState(Kind.valueOf(columns[0]), columns[2], columns[3]);
    }

    static String lines(List<KeptState> all) {
        return String.join("", all.stream().map(one -> one.line() + "\n").toList());
    }

    /** Kind, key for people, key, value. */
    String line() {
        return kind + "\t" + key() + "\t" + storedAs + "\t" + value;
    }

    /** The key of the state, or the name of the note. */
    String key() {
        byte[] bytes = HEX.parseHex(storedAs);
        int end = kind == Kind.PAGE ? bytes.length - PAGE_NUMBER : bytes.length;
        return new String(bytes, 1, end - 1, StandardCharsets.UTF_8);
    }

    void addTo(Changelog changelog) {
        changelog.add(HEX.parseHex(storedAs), HEX.parseHex(value));
    }

    /** The same after its value was read and written by somebody. */
    KeptState rewritten(UnaryOperator<byte[]> how) {
        return new KeptState(kind, storedAs, HEX.formatHex(how.apply(HEX.parseHex(value))));
    }
}
