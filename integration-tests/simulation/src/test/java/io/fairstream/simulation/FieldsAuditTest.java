package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reports.audit.Audit;
import io.fairstream.reports.audit.Check;
import io.fairstream.reports.records.TopicRecords;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.check.ForgedRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every field of every published table, and what of {@code audit} notices a wrong value in it. The list is compared with the schemas; a
 * field that no check covers says why. Each of the others is changed in a row, and the check must fail.
 */
class FieldsAuditTest {
    private static final Path LIST = Path.of("src/test/resources/audited-fields.txt");
    private static final String UNCHECKED = "-";

    /** The number of histories with which all tables have rows. */
    private static final int SEEDS = 24;

    private static final List<TopicRecords> HISTORIES = new ArrayList<>();

    @BeforeAll
    static void run() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(Simulation.plan(seed).undisturbed());
            run.toItsEnd();
            HISTORIES.add(run.records());
        }
    }

    /** The tables of the topology, without its inputs and without what steering writes. */
    private static List<Topic<?>> published() {
        List<Topic<?>> steering = List.of(Topics.SHADOW, Topics.STEERING, Topics.STEERED);
        return Topics.all().stream()
                .filter(topic -> !Topics.inputs().contains(topic) && !topic.isRaw())
                .filter(topic -> !steering.contains(topic) && !topic.equals(Topics.CHARGES))
                .toList();
    }

    /** By table and field, the name of a check, or why there is none. */
    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new LinkedHashMap<>();
        for (String line : Files.readAllLines(LIST)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split("\t", 2);
                assertTrue(columns.length == 2 && !columns[1].isBlank(), line);
                assertEquals(null, listed.put(columns[0], columns[1]), line);
            }
        }
        return listed;
    }

    @Test
    void everyFieldOfEveryTableIsListed() throws IOException {
        TreeSet<String> fields = new TreeSet<>();
        published().forEach(topic -> addFields(topic.name(), schema(topic), fields));
        assertEquals(String.join("\n", fields), String.join("\n", new TreeSet<>(listed().keySet())));
    }

    private static Schema schema(Topic<?> topic) {
        return SpecificData.get().getSchema(topic.value());
    }

    private static void addFields(String prefix, Schema schema, Set<String> fields) {
        for (Schema.Field field : schema.getFields()) {
            String name = prefix + "." + field.name();
            Schema type = FieldSlot.part(field.schema());
            if (type.getType() == Schema.Type.RECORD) {
                addFields(name, type, fields);
            } else {
                fields.add(name);
            }
        }
    }

    @Test
    void aChangedFieldFailsItsCheckWhichNamesTableKeyAndField() throws IOException {
        for (TopicRecords history : HISTORIES) {
            assertEquals(List.of(), failed(history));
        }
        List<String> unnoticed = new ArrayList<>();
        listed().forEach((field, check) -> {
            if (!check.startsWith(UNCHECKED)) {
                forge(field, check).ifPresent(unnoticed::add);
            }
        });
        assertEquals("", String.join("\n", unnoticed));
    }

    @Test
    void aMissingChargeFailsTheComparisonWithTheEvents() {
        TopicRecords history = HISTORIES.get(0);
        Map.Entry<String, ChargeBlock> block =
                history.byKey(Topics.CHARGES).entrySet().iterator().next();
        ChargeBlock less = GeneratedRecords.model().deepCopy(ChargeBlock.getClassSchema(), block.getValue());
        less.getCharges().remove(0);
        List<Check> failed = failed(new ForgedRecords(history, Topics.CHARGES, block.getKey(), less));
        assertTrue(
                failed.stream()
                        .anyMatch(check -> check.name().equals("charges = events")
                                && check.detail().contains("times (expected: ")),
                failed.toString());
    }

    /** Changes the field of a row; what is wrong with the audit of that. */
    private static Optional<String> forge(String name, String check) {
        int dot = name.indexOf('.');
        Topic<?> topic = Topics.named(name.substring(0, dot)).orElseThrow();
        String field = name.substring(dot + 1);
        for (boolean isFilled : new boolean[] {true, false}) {
            for (TopicRecords history : HISTORIES) {
                for (Map.Entry<String, ?> row : new TreeMap<>(history.byKey(topic)).entrySet()) {
                    if (row.getKey().equals("null")) {
                        continue;
                    }
                    SpecificRecord forged = FieldSlot.forged((SpecificRecord) row.getValue(), field, isFilled);
                    if (forged != null) {
                        int remark = check.indexOf(" (");
                        Optional<String> wrong = judge(
                                history,
                                topic,
                                row.getKey(),
                                forged,
                                name,
                                remark < 0 ? check : check.substring(0, remark));
                        if (remark < 0 || wrong.isEmpty()) {
                            return wrong;
                        }
                    }
                }
            }
        }
        return Optional.of(name + ": no row has it");
    }

    private static Optional<String> judge(
            TopicRecords history, Topic<?> topic, String key, SpecificRecord forged, String name, String check) {
        List<Check> failed = failed(new ForgedRecords(history, topic, key, forged));
        String last = name.substring(name.lastIndexOf('.') + 1);
        boolean isNamed = failed.stream()
                .anyMatch(each -> each.name().equals(check)
                        && each.detail().contains(key)
                        && (each.detail().contains(last) || each.detail().contains("an unexplained row")));
        return isNamed ? Optional.empty() : Optional.of(name + " of " + key + ": " + failed);
    }

    private static List<Check> failed(TopicRecords records) {
        return Audit.of(records).checks().stream()
                .filter(check -> !check.holds())
                .toList();
    }
}
