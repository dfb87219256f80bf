package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private static final String README = readme();

    @Test
    void readmeSaysOfEveryTopicWhatTheCatalogueSays() {
        for (Topic<?> topic : Topics.all()) {
            String section = section(topic);
            for (String row : rows(topic)) {
                assertTrue(section.contains(row), "README.md, topic " + topic.name() + ", lacks:\n" + row);
            }
        }
        assertEquals(Topics.all().size(), README.split("\n## `", -1).length - 1, "topics in README.md");
    }

    private static List<String> rows(Topic<?> topic) {
        String retention = topic.cleanup() == Topic.Cleanup.COMPACT
                ? "the latest value per key"
                : topic.retention() == null
                        ? "for ever"
                        : "P" + topic.retention().toDays() + "D";
        return List.of(
                "| value | "
                        + (topic.isRaw() ? "raw bytes" : "`" + topic.value().getSimpleName() + "`") + " |",
                "| key | " + cell(topic.key()) + " |",
                "| writer | " + topic.writer() + " |",
                "| readers | " + topic.readers() + " |",
                "| partitioning | " + cell(topic.partitioning()) + " |",
                "| cleanup | " + topic.cleanup().policy() + ", kept: " + retention + " |");
    }

    /** A bar in a cell would end it. */
    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    @Test
    void readmeListsEveryFieldWithItsDoc() {
        for (Topic<?> topic : Topics.all()) {
            topic.schema().ifPresent(schema -> {
                for (Schema.Field field : schema.getFields()) {
                    String row = "| `" + field.name() + "` | " + cell(field.doc()) + " |";
                    assertTrue(section(topic).contains(row), "README.md, topic " + topic.name() + ", lacks:\n" + row);
                }
            });
        }
    }

    @Test
    void readmeHasAnExampleThatCanBeSentForEveryTopic() {
        for (Topic<?> topic : Topics.all()) {
            if (!topic.isRaw()) {
                SpecificRecord example = example(topic);
                var serde = new AvroSerde<SpecificRecord>();
                serde.configure(Map.of("schema.registry.url", "mock://catalogue"), false);
                assertEquals(example, serde.deserialize(topic.name(), serde.serialize(topic.name(), example)));
            }
        }
    }

    private static SpecificRecord example(Topic<?> topic) {
        return example(topic, 0, topic.value().asSubclass(SpecificRecord.class));
    }

    private static <R extends SpecificRecord> R example(Topic<?> topic, int position, Class<R> type) {
        String json = section(topic).split("```json", -1)[1 + position];
        return PlainJson.read(type, json.substring(0, json.indexOf("```")));
    }

    @Test
    void theExampleOfABlockHoldsTheExampleOfACharge() {
        assertEquals(
                List.of(new ChargeBlocks.Sent(
                        example(Topics.CHARGES, 1, Charge.class), Instant.parse("2026-03-02T08:00:00.120Z"))),
                ChargeBlocks.charges(example(Topics.CHARGES, 0, ChargeBlock.class)));
    }

    @Test
    void namesCarryThePrefix() {
        assertEquals("fairstream.matches", Topics.MATCHES.in(Topic.DEFAULT_PREFIX));
        assertEquals("tests.open-matches", Topics.OPEN_MATCHES.in("tests."));
    }

    @Test
    void topicsAreFoundByName() {
        assertEquals(Topics.PRIORITIES, Topics.named("priorities").orElseThrow());
        assertTrue(Topics.named("fairstream.priorities").isEmpty());
        assertEquals(
                Topics.all().size(),
                Topics.all().stream().map(Topic::name).distinct().count());
    }

    @Test
    void configurationKeepsEditsForEverAndCompactsTables() {
        assertEquals(Map.of("cleanup.policy", "delete", "retention.ms", "-1"), Topics.ACCOUNT_EDITS.config());
        assertEquals(
                Map.of("cleanup.policy", "compact", "max.compaction.lag.ms", "600000"), Topics.PRIORITIES.config());
        assertEquals(Map.of("cleanup.policy", "delete", "retention.ms", "604800000"), Topics.MATCHES.config());
    }

    @Test
    void deadLettersAreBytesAsTheyCame() {
        var serde = Topics.DEAD_LETTERS.serde(new InMemorySchemaRegistry());
        byte[] garbage = {1, 2, 3};
        assertEquals(garbage, serde.deserializer().deserialize("t", garbage));
        assertTrue(Topics.DEAD_LETTERS.schema().isEmpty());
        assertNull(Topics.PRIORITIES.retention());
    }

    @Test
    void aTopicReadsWhatItWrote() {
        var serde = Topics.MATCHES.serde(new InMemorySchemaRegistry());
        byte[] bytes = serde.serializer().serialize("t", Samples.ALICE_GETS_SLOT1);
        assertEquals(Samples.ALICE_GETS_SLOT1, serde.deserializer().deserialize("t", bytes));
    }

    @Test
    void aTopicOfSomethingElseIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Topic<>("x", String.class, Topic.Cleanup.DELETE, null, "", "", "", ""));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Topic<>("x", byte[].class, Topic.Cleanup.COMPACT, Duration.ofDays(1), "", "", "", ""));
    }

    private static String section(Topic<?> topic) {
        String start = "\n## `" + topic.name() + "`";
        int from = README.indexOf(start);
        assertTrue(from >= 0, "README.md has no section on " + topic.name());
        int to = README.indexOf("\n## ", from + 1);
        return README.substring(from, to < 0 ? README.length() : to);
    }

    private static String readme() {
        try {
            return Files.readString(Path.of("README.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
