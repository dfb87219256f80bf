package io.fairstream.streams.assign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.assign.Chooser.AssignmentRow;
import io.fairstream.rules.assign.Chooser.AssignmentRow.Choice;
import io.fairstream.rules.assign.Project.Resource;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.Passed;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.FastAvroReader;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.streams.avro.FastAvroWritersTest;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.Values;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The formats of assignments read and write by hand the same bytes as Avro. */
class AssignmentFormatsTest {
    private static final int ROUNDS = 400;

    private final Values values = new Values(20261121);
    private final Random random = new Random(20261122);

    @Test
    void projectsReadByHandAreWrittenAsTheyWere() throws IOException {
        Format<io.fairstream.rules.assign.Project> format = AssignmentProcessor.PROJECT;
        for (int i = 0; i < ROUNDS; i++) {
            Project record = values.record(Project.class);
            io.fairstream.rules.assign.Project project = format.read(new AvroIn(AvroRecords.of(record), 0));
            assertEquals(record.getProject(), project.project());
            assertEquals(record.getUrl(), project.url());
            assertEquals(record.getShare(), project.share());
            assertEquals(
                    record.getVersions().stream()
                            .map(version -> version.getPlatform() + version.getGpu() + version.getVm())
                            .toList(),
                    project.versions().stream()
                            .map(version -> version.platform() + version.gpu() + version.vm())
                            .toList());
            assertArrayEquals(AvroRecords.of(record), FastAvroWritersTest.written(format, project), record::toString);
        }
    }

    @Test
    void preferencesAreReadAsTheyWereAndWrittenInTheOrderOfTheAlphabet() throws IOException {
        Format<io.fairstream.rules.assign.Preferences> format = AssignmentProcessor.PREFERENCES;
        for (int i = 0; i < ROUNDS; i++) {
            Preferences record = values.record(Preferences.class);
            io.fairstream.rules.assign.Preferences preferences = format.read(new AvroIn(kept(record), 0));
            assertEquals(
                    new io.fairstream.rules.assign.Preferences(
                            record.getUser(),
                            new HashSet<>(record.getOptedOut()),
                            new HashSet<>(record.getWanted()),
                            new HashSet<>(record.getUnwanted())),
                    preferences);
            Preferences sorted = new Preferences(
                    record.getUser(),
                    sorted(record.getOptedOut()),
                    sorted(record.getWanted()),
                    sorted(record.getUnwanted()),
                    record.getListed());
            assertArrayEquals(kept(sorted), FastAvroWritersTest.written(format, preferences), record::toString);
        }
    }

    /** The record as the topology's own layout has it: of another schema than that of the topic, which has one field more. */
    private static byte[] kept(Preferences record) throws IOException {
        return AvroRecords.resolved(
                AvroRecords.of(record), 0, record.getSchema(), AssignmentProcessor.PREFERENCES.schema());
    }

    @Test
    void preferencesOfProducersThatKnowNothingOfBoardsAndOfThoseThatDoAreReadAlike() throws IOException {
        var registry = new InMemorySchemaRegistry();
        var reading = new FastAvroDeserializer<>(AssignmentProcessor.PREFERENCES, registry);
        Schema before = AssignmentProcessor.PREFERENCES.schema();
        assertEquals(List.of("user", "optedOut", "wanted", "unwanted"), names(before), "as version 0.1 has it");
        int old = registry.register("preferences-value", before);
        int now = registry.register("preferences-value", Preferences.getClassSchema());
        for (int i = 0; i < ROUNDS; i++) {
            Preferences record = values.record(Preferences.class);
            assertEquals(
                    reading.deserialize("preferences", sent(old, kept(record))),
                    reading.deserialize("preferences", sent(now, AvroRecords.of(record))));
        }
    }

    private static List<String> names(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::name).toList();
    }

    private static byte[] sent(int id, byte[] avro) {
        return ByteBuffer.allocate(5 + avro.length)
                .put((byte) 0)
                .putInt(id)
                .put(avro)
                .array();
    }

    private static List<String> sorted(List<String> words) {
        return List.copyOf(new TreeSet<>(words));
    }

    @Test
    void balancesAreWrittenAsAvroWritesThemAndReadBack() throws IOException {
        Format<TargetState> format = UsageFormat.BALANCE;
        for (int i = 0; i < ROUNDS; i++) {
            TargetState state = state();
            byte[] avro = AvroRecords.of(record(state));
            assertArrayEquals(avro, FastAvroWritersTest.written(format, state), state::toString);
            assertEquals(state, format.read(new AvroIn(avro, 0)));
        }
    }

    @Test
    void assignmentsAreWrittenAsAvroWritesThem() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            AssignmentRow row = row();
            assertArrayEquals(
                    AvroRecords.of(record(row)),
                    FastAvroWritersTest.written(AssignmentProcessor.ASSIGNMENTS.format(), row),
                    row::toString);
        }
    }

    @Test
    void bytesCutOffAnywhereAreNoRecord() throws IOException {
        for (int i = 0; i < 50; i++) {
            assertCutOffIsNone(AssignmentProcessor.PROJECT, AvroRecords.of(values.record(Project.class)));
            assertCutOffIsNone(AssignmentProcessor.PREFERENCES, kept(values.record(Preferences.class)));
            assertCutOffIsNone(UsageFormat.BALANCE, AvroRecords.of(record(state())));
        }
    }

    private static void assertCutOffIsNone(FastAvroReader<?> reader, byte[] whole) {
        for (int length = 0; length < whole.length; length++) {
            AvroIn cut = new AvroIn(Arrays.copyOf(whole, length), 0);
            assertThrows(SerializationException.class, () -> reader.read(cut));
        }
    }

    @Test
    void flippedBytesAreARecordOrNoneButNeverAnotherFailure() throws IOException {
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            read += isRead(AssignmentProcessor.PROJECT, AvroRecords.of(values.record(Project.class)));
            read += isRead(AssignmentProcessor.PREFERENCES, kept(values.record(Preferences.class)));
            read += isRead(UsageFormat.BALANCE, AvroRecords.of(record(state())));
        }
        assertTrue(read > 0 && read < 60_000, "read: " + read);
    }

    private int isRead(FastAvroReader<?> reader, byte[] bytes) {
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        try {
            reader.read(new AvroIn(bytes, 0));
            return 1;
        } catch (SerializationException expected) {
            return 0;
        }
    }

    @Test
    void aBalanceThatCannotBeEvaluatedIsNone() throws IOException {
        io.fairstream.schemas.Balance fine = record(new TargetState(
                "a",
                "",
                ChargeUnit.FLOPS,
                new Balance(new Allocation("a", "a", "", 1, 2, Duration.ofHours(1), 0, null, null), settled(0)),
                new TreeMap<>()));
        assertNone("unit: \"h\" (expected: FLOPs or s)", builder(fine).setUnit("h"));
        assertNone("interval: 1.0E-4 (expected: 0.001 or more)", builder(fine).setInterval(1e-4));
        assertNone("interval: NaN (expected: 0.001 or more)", builder(fine).setInterval(Double.NaN));
        assertNone(
                "start: null (expected: a value, as there is a balance)",
                builder(fine).setStart(null));
        assertNone(
                "day: \"today\" (expected: such as 2026-03-02)",
                builder(fine).setDays(List.of(new BalanceDay("today", 1.0))));
    }

    private static io.fairstream.schemas.Balance.Builder builder(io.fairstream.schemas.Balance row) {
        return io.fairstream.schemas.Balance.newBuilder(row);
    }

    private static void assertNone(String message, io.fairstream.schemas.Balance.Builder row) throws IOException {
        AvroIn in = new AvroIn(AvroRecords.of((SpecificRecord) row.build()), 0);
        SerializationException e = assertThrows(SerializationException.class, () -> UsageFormat.BALANCE.read(in));
        assertEquals(message, e.getMessage());
    }

    private AllocationBalance settled(long at) {
        return new AllocationBalance(at, values.number(), values.number(), values.number());
    }

    private TargetState state() {
        String project = values.text();
        String app = values.textOrNone();
        SortedMap<Long, Long> days = new TreeMap<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            days.put((long) random.nextInt(100_000), random.nextLong() >> 20);
        }
        Balance balance = random.nextInt(3) == 0 ? null : new Balance(allocation(project, app), settled(values.time()));
        return new TargetState(project, app, values.oneOf(ChargeUnit.values()), balance, days);
    }

    private Allocation allocation(String project, String app) {
        return new Allocation(
                Allocation.target(project, app),
                project,
                app,
                values.number(),
                values.number(),
                Duration.ofMillis(1 + random.nextInt(2_000_000_000)),
                values.time(),
                random.nextBoolean() ? null : (Long) values.time(),
                random.nextBoolean() ? null : (Double) values.number());
    }

    private static io.fairstream.schemas.Balance record(TargetState row) {
        boolean isWork = row.by() == ChargeUnit.FLOPS;
        io.fairstream.schemas.Balance.Builder record = io.fairstream.schemas.Balance.newBuilder()
                .setTarget(row.target())
                .setProject(row.project())
                .setApp(row.app())
                .setUnit(isWork ? "FLOPs" : "s");
        List<BalanceDay> days = new ArrayList<>();
        row.days()
                .forEach((day, units) ->
                        days.add(new BalanceDay(LocalDate.ofEpochDay(day).toString(), units * (isWork ? 1e6 : 1e-6))));
        record.setDays(days);
        Balance balance = row.balance();
        if (balance != null) {
            Allocation allocation = balance.allocation();
            AllocationBalance settled = balance.settled();
            record.setBalance(allocation.initialBalance() + settled.accrued() - settled.charged())
                    .setInitialBalance(allocation.initialBalance())
                    .setAccrued(settled.accrued())
                    .setWithheld(settled.withheld())
                    .setCharged(settled.charged())
                    .setAsOf(Instant.ofEpochMilli(settled.at()))
                    .setAccrual(allocation.accrual())
                    .setInterval(allocation.interval().toMillis() / 1000.0)
                    .setStart(Instant.ofEpochMilli(allocation.start()))
                    .setEnd(time(allocation.end()))
                    .setCap(allocation.cap())
                    .setPeriodStart(Instant.ofEpochMilli(allocation.start()))
                    .setGranted(allocation.initialBalance() + settled.accrued())
                    .setSpent(settled.charged());
        }
        return record.build();
    }

    private static @Nullable Instant time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    private AssignmentRow row() {
        List<Choice> choices = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            choices.add(new Choice(values.text(), values.number(), resources(), values.textOrNone()));
        }
        List<AssignmentRow.Passed> passed = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            passed.add(new AssignmentRow.Passed(values.text(), values.text()));
        }
        return new AssignmentRow(
                values.text(), values.text(), values.time(), values.text(), choices, passed, resources());
    }

    private Set<Resource> resources() {
        Set<Resource> resources = EnumSet.allOf(Resource.class);
        resources.removeIf(resource -> random.nextBoolean());
        return resources;
    }

    private static io.fairstream.schemas.Assignment record(AssignmentRow row) {
        return new io.fairstream.schemas.Assignment(
                row.host(),
                row.user(),
                Instant.ofEpochMilli(row.at()),
                row.policy(),
                row.choices().stream()
                        .map(choice -> new io.fairstream.schemas.Choice(
                                choice.project(), choice.score(), names(choice.uses()), choice.reason()))
                        .toList(),
                row.passed().stream()
                        .map(passed -> new Passed(passed.project(), passed.reason()))
                        .toList(),
                names(row.idle()));
    }

    private static List<String> names(Set<Resource> resources) {
        return resources.stream().map(Resource::name).sorted().toList();
    }
}
