package io.fairstream.it.hostile;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Laws that hold for a site whatever was sent to it. */
final class Law {
    private static final int MAX_SHOWN = 10;

    private final Site site;

    Law(Site site) {
        this.site = site;
    }

    /** Every record of an input topic was applied, a duplicate, without effect, rejected, waits or is a dead letter. */
    List<String> lost(Collection<Topic<?>> inputs, HostileSender sender) {
        Map<String, Long> deadLetters = deadLetters();
        Map<String, InputCounts> inputCounts = site.table(Topics.INPUT_COUNTS);
        List<String> wrong = new ArrayList<>();
        for (Topic<?> input : inputs) {
            String name = input.in(site.settings().topicPrefix());
            long read = 0;
            long outcomes = 0;
            for (InputCounts counts : inputCounts.values()) {
                if (counts.getTopic().equals(name)) {
                    read += counts.getRead();
                    outcomes += counts.getApplied()
                            + counts.getDuplicates()
                            + counts.getWithoutEffect()
                            + counts.getRejected()
                            + counts.getWaiting();
                }
            }
            long dead = deadLetters.getOrDefault(name, 0L);
            if (read != outcomes || read + dead != sender.sent(input)) {
                wrong.add(String.format(
                        "%s: sent %d, read %d, outcomes %d, dead letters %d",
                        input.name(), sender.sent(input), read, outcomes, dead));
            }
        }
        return wrong;
    }

    Map<String, Long> deadLetters() {
        Map<String, Long> deadLetters = new TreeMap<>();
        site.forEach(Topics.DEAD_LETTERS, letter -> {
            byte[] topic = letter.headers().lastHeader("__streams.errors.topic").value();
            deadLetters.merge(new String(topic, StandardCharsets.UTF_8), 1L, Long::sum);
        });
        return deadLetters;
    }

    /** Returns the number of records of a topic that were applied. */
    long applied(Topic<?> input) {
        String name = input.in(site.settings().topicPrefix());
        return site.table(Topics.INPUT_COUNTS).values().stream()
                .filter(counts -> counts.getTopic().equals(name))
                .mapToLong(InputCounts::getApplied)
                .sum();
    }

    /** The numbers in the rows of these topics that are none. */
    List<String> infinite(Collection<Topic<?>> outputs) {
        List<String> found = new ArrayList<>();
        for (Topic<?> output : outputs) {
            site.forEach(output, row -> {
                if (row.value() instanceof IndexedRecord record) {
                    numbers(output.name() + " " + row.key(), record, (where, number) -> {
                        if (!Double.isFinite(number) && found.size() < MAX_SHOWN) {
                            found.add(where + " " + number);
                        }
                    });
                }
            });
        }
        return found;
    }

    private static void numbers(String where, IndexedRecord record, BiConsumer<String, Double> each) {
        for (Schema.Field field : record.getSchema().getFields()) {
            visit(where + "." + field.name(), record.get(field.pos()), each);
        }
    }

    private static void visit(String where, Object value, BiConsumer<String, Double> each) {
        if (value instanceof Double number) {
            each.accept(where, number);
        } else if (value instanceof IndexedRecord inner) {
            numbers(where, inner, each);
        } else if (value instanceof Collection<?> many) {
            many.forEach(one -> visit(where, one, each));
        }
    }
}
