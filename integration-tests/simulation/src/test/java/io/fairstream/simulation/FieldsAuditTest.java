package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.audit.Audit;
import io.fairstream.query.audit.Check;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.Priority;
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
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every field of every published table, and what of {@code audit} notices a wrong value in it. The list is compared with the schemas; a
 * field that no check covers says why. Each of the others is changed in a row of each kind, and the check must fail.
 */
class FieldsAuditTest {
    private static final Path LIST = Path.of("src/test/resources/audited-fields.txt");
    private static final String UNCHECKED = "-";
    private static final String REMARK = " (";

    /** Relative error that is noticed; decayed numbers agree to 1e-9. */
    private static final double SMALL_ERROR = 1e-8;

    /** The number of histories with which all tables have rows. */
    private static final int SEEDS = 32;

    private static final List<TopicRecords> HISTORIES = new ArrayList<>();

    @BeforeAll
    static void run() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(Simulation.plan(seed).undisturbed());
            run.toItsEnd();
            HISTORIES.add(run.records());
        }
    }

    /** The tables of the topology and its journal, without its inputs and without what steering writes. */
    private static List<Topic<?>> published() {
        List<Topic<?>> steering = List.of(Topics.SHADOW, Topics.STEERING, Topics.STEERED);
        return Topics.all().stream()
                .filter(topic -> !Topics.inputs().contains(topic) && !topic.isRaw())
                .filter(topic -> !steering.contains(topic))
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
            List<Schema> records = FieldSlot.records(field.schema());
            records.forEach(record -> addFields(name + "." + record.getName(), record, fields));
            if (!records.isEmpty()) {
                continue;
            }
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
                unnoticed.addAll(forge(field, check));
            }
        });
        assertEquals("", String.join("\n", unnoticed));
    }

    @Test
    void aMissingChargeFailsTheComparisonWithTheEvents() {
        TopicRecords history = HISTORIES.get(0);
        ChargeBlock block = rows(history, Topics.CHARGES).stream()
                .map(row -> (ChargeBlock) row.getValue())
                .filter(each -> each.getCharges().get(0).getThing() > 0)
                .findFirst()
                .orElseThrow();
        ChargeBlock less = GeneratedRecords.model().deepCopy(ChargeBlock.getClassSchema(), block);
        less.getCharges().remove(0);
        List<Check> failed = failed(new ForgedRecords(history, Topics.CHARGES, block, less));
        assertTrue(
                failed.stream()
                        .anyMatch(check -> check.name().equals("charges = events")
                                && check.detail().contains("times (expected: ")),
                failed.toString());
    }

    /** Changes the field in a row of each kind that has it; what is wrong with the audits of that. */
    private static List<String> forge(String name, String check) {
        Map<String, Optional<String>> byKind = new TreeMap<>();
        for (boolean isFilled : new boolean[] {true, false}) {
            change(name, check, byKind, (row, field) -> FieldSlot.forged(row, field, isFilled));
        }
        boolean isOfSome = check.contains(REMARK);
        if (byKind.isEmpty()) {
            return List.of(name + ": no row has it");
        } else if (isOfSome && byKind.containsValue(Optional.<String>empty())) {
            return List.of();
        }
        Map<String, Optional<String>> scaled = new TreeMap<>();
        change(name, check, scaled, (row, field) -> FieldSlot.scaled(row, field, 1 + SMALL_ERROR));
        return Stream.of(byKind, scaled)
                .flatMap(wrong -> wrong.values().stream())
                .flatMap(Optional::stream)
                .toList();
    }

    /** The first row of each kind counts that a change applies to; where a check is of some rows only, any does. */
    private static void change(
            String name,
            String check,
            Map<String, Optional<String>> byKind,
            BiFunction<SpecificRecord, String, @Nullable SpecificRecord> change) {
        int dot = name.indexOf('.');
        int remark = check.indexOf(REMARK);
        Topic<?> topic = Topics.named(name.substring(0, dot)).orElseThrow();
        for (TopicRecords history : HISTORIES) {
            for (Map.Entry<String, SpecificRecord> entry : rows(history, topic)) {
                String key = entry.getKey();
                SpecificRecord row = entry.getValue();
                Optional<String> known = byKind.get(kind(row));
                if (key.equals("null") || (known != null && (remark < 0 || known.isEmpty()))) {
                    continue;
                }
                SpecificRecord forged = change.apply(row, name.substring(dot + 1));
                if (forged != null) {
                    String of = remark < 0 ? check : check.substring(0, remark);
                    byKind.put(kind(row), judge(new ForgedRecords(history, topic, row, forged), key, name, of));
                }
            }
        }
    }

    /** The latest rows of a table; of the journal all, which have few keys. */
    private static List<Map.Entry<String, SpecificRecord>> rows(TopicRecords history, Topic<?> topic) {
        List<Map.Entry<String, SpecificRecord>> rows = new ArrayList<>();
        if (topic.equals(Topics.CHARGES)) {
            history.read(Topics.CHARGES, row -> rows.add(Map.entry(row.key(), row.value())));
        } else {
            new TreeMap<>(history.byKey(topic)).forEach((key, row) -> rows.add(Map.entry(key, (SpecificRecord) row)));
        }
        return rows;
    }

    /** Rows of different kinds follow from different data. */
    private static String kind(SpecificRecord row) {
        if (row instanceof Priority priority) {
            return (priority.getResourcesInUse() > 0 ? "in use" : "idle")
                    + (priority.getGroup() ? ", group" : "")
                    + (priority.getLeases().isEmpty() ? "" : ", leased");
        } else if (row instanceof Daily daily) {
            return daily.getScope().name();
        } else if (row instanceof AssociationUsage usage) {
            return usage.getKind().name();
        } else if (row instanceof FairShare share) {
            return share.getPolicy();
        } else if (row instanceof Balance balance) {
            return balance.getProject().isEmpty() ? "path" : balance.getApp().isEmpty() ? "project" : "app";
        }
        return "";
    }

    private static Optional<String> judge(ForgedRecords forged, String key, String name, String check) {
        List<Check> failed = failed(forged);
        String last = name.substring(name.lastIndexOf('.') + 1);
        boolean isNamed = failed.stream()
                .anyMatch(each -> each.name().equals(check)
                        && (forged.table().equals(Topics.CHARGES)
                                || (each.detail().contains(key)
                                        && (each.detail().contains(last)
                                                || each.detail().contains("an unexplained row")))));
        return isNamed ? Optional.empty() : Optional.of(name + " of " + key + ": " + failed);
    }

    private static List<Check> failed(TopicRecords records) {
        return Audit.of(records).checks().stream()
                .filter(check -> !check.holds())
                .toList();
    }
}
