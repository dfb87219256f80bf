package io.fairstream.reports.publish;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message that is to be sent.
 *
 * @param name what it is of, for the name of its file
 * @param text of the message
 * @param items what it holds
 * @param sums what they come to, by name
 */
public record Message(String name, String text, List<SentItem> items, Map<String, String> sums) {
    public Message {
        items = List.copyOf(items);
        sums = new TreeMap<>(sums);
    }
}
