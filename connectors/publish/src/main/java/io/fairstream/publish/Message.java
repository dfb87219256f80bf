package io.fairstream.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message to send.
 *
 * @param name for its file
 * @param text of the message
 * @param items its content
 * @param sums totals of the items, by name
 */
public record Message(String name, String text, List<Item> items, Map<String, String> sums) {
    public Message {
        items = List.copyOf(items);
        sums = new TreeMap<>(sums);
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
