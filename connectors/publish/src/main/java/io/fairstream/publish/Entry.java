package io.fairstream.publish;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A line of the ledger: one message, or items without one.
 *
 * @param sequence 1 for the first message, one more for each
 * @param file name of the message; empty if the items are recorded without one
 * @param sha256 of the message's bytes, hexadecimal
 * @param at creation time, ISO-8601
 * @param items number of items
 * @param itemsSha256 of the bytes of the list of items, hexadecimal
 * @param offsets by topic and partition ({@code topic-partition}), the first and the last offset of its items
 * @param sums totals of its items, by name
 * @param replaces files of messages with replaced items, the oldest first
 */
@JsonPropertyOrder({"sequence", "file", "sha256", "at", "items", "itemsSha256", "offsets", "sums", "replaces"})
public record Entry(
        long sequence,
        String file,
        String sha256,
        String at,
        int items,
        String itemsSha256,
        Map<String, List<Long>> offsets,
        Map<String, String> sums,
        List<String> replaces) {
    public Entry {
        offsets = new TreeMap<>(offsets);
        sums = new TreeMap<>(sums);
        replaces = List.copyOf(replaces);
    }

    /** Returns the time of creation. */
    public Instant made() {
        return Instant.parse(at);
    }
}
