package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each reason for which a record is refused, from the record to its row in the rejections. */
class RejectionsTest {
    private static final String LONG = "ä".repeat(512) + "x";
    private static final Instant DAYS_40_LATER = Pipeline.START.plus(Duration.ofDays(40));

    private final Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    static List<Arguments> refusedMatches() {
        return List.of(
                refused(
                        RejectionReason.NAME_EMPTY,
                        "resource: \"\" (expected: a name of 1 to 1024 bytes)",
                        match("", ok())),
                refused(
                        RejectionReason.NAME_EMPTY,
                        "customer: \"\" (expected: a name of 1 to 1024 bytes)",
                        match(matched("", 1, ""))),
                refused(
                        RejectionReason.NAME_TOO_LONG,
                        "resource: \"" + "ä".repeat(40) + "...\" of 1025 bytes (expected: at most 1024)",
                        match(LONG, ok())),
                refused(
                        RejectionReason.NAME_TOO_LONG,
                        "matchId: \"" + "ä".repeat(40) + "...\" of 1025 bytes (expected: at most 1024)",
                        match(matched("alice", 1, LONG))),
                refused(
                        RejectionReason.NAME_CONTROL_CHARACTER,
                        "customer: \"ali?ce\" (expected: no control characters; U+0000 at position 3)",
                        match(matched("ali\0ce", 1, ""))),
                refused(
                        RejectionReason.NAME_CONTROL_CHARACTER,
                        "pool: \"a?b\" (expected: no control characters; U+000A at position 1)",
                        new MatchEvent("slot1", "a\nb", Pipeline.at(0), ok())),
                refused(
                        RejectionReason.NAME_CONTROL_CHARACTER,
                        "matchId: \"m?\" (expected: no control characters; U+007F at position 1)",
                        match(new Unmatched("m\u007f"))),
                refused(
                        RejectionReason.NO_CUSTOMER,
                        "customer: absent (expected: who holds the CLAIMED slot)",
                        match(observed(ObservedState.CLAIMED, 1))),
                refused(
                        RejectionReason.WEIGHT_NEGATIVE,
                        "slotWeight: -0.5 (expected: 0 to 1e9)",
                        match(matched("alice", -0.5, ""))),
                refused(
                        RejectionReason.WEIGHT_NOT_FINITE,
                        "slotWeight: NaN (expected: 0 to 1e9)",
                        match(matched("alice", Double.NaN, ""))),
                refused(
                        RejectionReason.WEIGHT_NOT_FINITE,
                        "slotWeight: Infinity (expected: 0 to 1e9)",
                        match(observed(ObservedState.VANISHED, Double.POSITIVE_INFINITY))),
                refused(
                        RejectionReason.BEFORE_1970,
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)",
                        new MatchEvent("slot1", "", Instant.ofEpochMilli(-1), ok())),
                refused(
                        RejectionReason.BEFORE_1970,
                        "at: " + Instant.ofEpochMilli(Long.MIN_VALUE) + " (expected: 1970 or later)",
                        new MatchEvent("slot1", "", Instant.ofEpochMilli(Long.MIN_VALUE), ok())),
                refused(
                        RejectionReason.IN_THE_FUTURE,
                        "at: 2023-11-14T23:13:20.001Z (expected: at most PT1H after the record was sent, 2023-11-14T22:13:20Z)",
                        new MatchEvent("slot1", "", Pipeline.at(3600).plusMillis(1), ok())),
                refused(
                        RejectionReason.IN_THE_FUTURE,
                        "at: " + Instant.ofEpochMilli(Long.MAX_VALUE) + " (expected: at most 9999-12-31T23:59:59.999Z)",
                        new MatchEvent("slot1", "", Instant.ofEpochMilli(Long.MAX_VALUE), ok())));
    }

    static List<Arguments> refusedEdits() {
        return List.of(
                refused(RejectionReason.EDIT_IMPOSSIBLE, "factor: 0.99 (expected: 1 to 1e15)", edit(factor(0.99))),
                refused(RejectionReason.EDIT_IMPOSSIBLE, "factor: NaN (expected: 1 to 1e15)", edit(factor(Double.NaN))),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "until: 2023-11-14T22:13:20Z (expected: after at, 2023-11-14T22:13:20Z)",
                        edit(new SetFactor(2.0, Pipeline.at(0)))),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "ceiling: -2.0 (expected: 0 to 1e15, or -1 for none)",
                        edit(SetCeiling.newBuilder().setCeiling(-2).build())),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "floor: -1.0 (expected: 0 to 1e15)",
                        edit(SetFloor.newBuilder().setFloor(-1).build())),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "priority: -1.0 (expected: 0 to 1e15)",
                        edit(new SetPriority(-1.0))),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "weightedAccumulatedUsage: Infinity (expected: 0 to 1e25)",
                        edit(new SetAccumulatedUsage(Double.POSITIVE_INFINITY))),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)",
                        edit(new SetBeginUsage(Instant.ofEpochMilli(-1)))),
                refused(
                        RejectionReason.EDIT_IMPOSSIBLE,
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)",
                        edit(new SetLastUsage(Instant.ofEpochMilli(-1)))),
                refused(
                        RejectionReason.NAME_EMPTY,
                        "customer: \"\" (expected: a name of 1 to 1024 bytes)",
                        new AccountEdit("", Pipeline.at(0), "", factor(2), null)),
                refused(
                        RejectionReason.NAME_CONTROL_CHARACTER,
                        "by: \"?\" (expected: no control characters; U+001B at position 0)",
                        new AccountEdit("alice", Pipeline.at(0), "\u001b", factor(2), null)),
                refused(
                        RejectionReason.BEFORE_1970,
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)",
                        new AccountEdit("alice", Instant.ofEpochMilli(-1), "", factor(2), null)),
                refused(
                        RejectionReason.IN_THE_FUTURE,
                        "at: 2023-11-15T00:13:20Z (expected: at most PT1H after the record was sent, 2023-11-14T22:13:20Z)",
                        new AccountEdit("alice", Pipeline.at(7200), "", factor(2), null)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("refusedMatches")
    void refusesAMatchEventAndNothingElse(RejectionReason reason, String detail, MatchEvent event) {
        pipeline.matched("slot0", "alice", 1, 0);
        pipeline.everything();
        pipeline.send(Topics.MATCHES, event.getResource(), event);
        Rejection row = onlyRejection(event.getResource());
        assertEquals(
                new Rejection("fairstream.matches", 0, 1L, event.getAt(), reason, detail, PlainJson.write(event)), row);
        assertNothingElseWritten("fairstream.matches/0", 2, 1);
        pipeline.unmatched("slot0", 60);
        assertEquals(60, priority("alice"), 1e-9);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("refusedEdits")
    void refusesAnEditAndNothingElse(RejectionReason reason, String detail, AccountEdit edit) {
        pipeline.edit("alice", 0, factor(4));
        pipeline.everything();
        pipeline.send(Topics.ACCOUNT_EDITS, edit.getCustomer(), edit);
        Rejection row = onlyRejection(edit.getCustomer());
        assertEquals(
                new Rejection("fairstream.account-edits", 0, 1L, edit.getAt(), reason, detail, PlainJson.write(edit)),
                row);
        assertNothingElseWritten("fairstream.account-edits/0", 2, 1);
    }

    @Test
    void refusesARecordWithoutKeyOrValueOrWithAnotherKey() {
        MatchEvent event = match(ok());
        AccountEdit edit = edit(factor(2));
        pipeline.send(Topics.MATCHES, null, event)
                .send(Topics.MATCHES, "slot1", null)
                .send(Topics.MATCHES, null, null)
                .send(Topics.MATCHES, "slot2", event)
                .send(Topics.ACCOUNT_EDITS, null, edit)
                .send(Topics.ACCOUNT_EDITS, "alice", null)
                .send(Topics.ACCOUNT_EDITS, "bob", edit);
        assertEquals(
                List.of(
                        "null fairstream.matches/0/0 2023-11-14T22:13:20Z NO_KEY key: null (expected: the resource, \"slot1\") "
                                + PlainJson.write(event),
                        "slot1 fairstream.matches/0/1 null NO_VALUE value: null (expected: an event), key slot1 ",
                        "null fairstream.matches/0/2 null NO_VALUE value: null (expected: an event), key null ",
                        "slot2 fairstream.matches/0/3 2023-11-14T22:13:20Z KEY_MISMATCH key: \"slot2\" (expected: the resource, \"slot1\") "
                                + PlainJson.write(event),
                        "null fairstream.account-edits/0/0 2023-11-14T22:13:20Z NO_KEY key: null (expected: the customer, \"alice\") "
                                + PlainJson.write(edit),
                        "alice fairstream.account-edits/0/1 null NO_VALUE value: null (expected: an event), key alice ",
                        "bob fairstream.account-edits/0/2 2023-11-14T22:13:20Z KEY_MISMATCH key: \"bob\" (expected: the customer, \"alice\") "
                                + PlainJson.write(edit)),
                rejections());
        Map<String, InputCounts> inputCounts = pipeline.table(Topics.INPUT_COUNTS);
        assertEquals(
                List.of(4L, 3L),
                Stream.of("fairstream.matches/0", "fairstream.account-edits/0")
                        .map(topic -> rejected(inputCounts, topic))
                        .toList());
        assertEquals(List.of(), pipeline.everything());
    }

    @Test
    void aRejectionFitsIntoARecordHoweverLongTheNamesAre() {
        String name = "\u0001".repeat(400_000);
        pipeline.send(Topics.MATCHES, "x".repeat(10_000), new MatchEvent(name, "", Pipeline.at(0), ok()));
        TestRecord<String, Rejection> record =
                pipeline.records(Topics.REJECTIONS).get(0);
        assertEquals(RejectionReason.KEY_MISMATCH, record.value().getReason());
        int characters = record.key().length()
                + record.value().getDetail().length()
                + record.value().getOriginal().length();
        assertTrue(characters < 301_000, characters + " characters");
        assertEquals("... (410036 characters)", record.value().getDetail().substring(100_000));
    }

    @Test
    void refusesAnEventOlderThanTheHistoryBehindTheNewest() {
        pipeline.sentAt(DAYS_40_LATER);
        pipeline.matched("slot1", "alice", 1, Duration.ofDays(40).toSeconds());
        pipeline.everything();
        pipeline.matched("slot2", "alice", 1, Duration.ofDays(10).toSeconds());
        assertEquals(0, pipeline.values(Topics.REJECTIONS).size(), "exactly as old as the history");
        pipeline.everything();
        pipeline.matched("slot3", "bob", 1, Duration.ofDays(10).toSeconds() - 1);
        Rejection row = onlyRejection("slot3");
        assertEquals(RejectionReason.TOO_LATE, row.getReason());
        assertEquals(
                "at: 2023-11-24T22:13:19Z (expected: at most PT720H behind the newest event, 2023-12-24T22:13:20Z;"
                        + " replay older events under a topic.prefix of their own)",
                row.getDetail());
        assertNothingElseWritten("fairstream.matches/0", 3, 1);
    }

    /** Kafka Streams promises no order between topics: after an outage, the charges of weeks may be read before an older edit. */
    @Test
    void anEditIsLateBehindOtherEditsAndNotBehindCharges() {
        long days = Duration.ofDays(40).toSeconds();
        pipeline.sentAt(DAYS_40_LATER).matched("slot1", "alice", 1, days);
        pipeline.edit("alice", 0, factor(2));
        assertEquals(0, pipeline.values(Topics.REJECTIONS).size());
        assertEquals(2, pipeline.row(Topics.PRIORITIES, "alice").getPriorityFactor());
        pipeline.edit("bob", days, factor(2));
        pipeline.everything();
        pipeline.edit("alice", 0, factor(3));
        assertEquals(RejectionReason.TOO_LATE, onlyRejection("alice").getReason());
        assertNothingElseWritten("fairstream.account-edits/0", 3, 1);
    }

    @Test
    void theFutureBeginsAnHourAfterTheRecordsTimestampNotAfterAnotherEvent() {
        pipeline.matched("slot1", "alice", 1, 3600);
        assertEquals(0, pipeline.values(Topics.REJECTIONS).size());
        pipeline.matched("slot2", "alice", 1, 3601);
        assertEquals(1, pipeline.values(Topics.REJECTIONS).size());
        pipeline.sentAt(Pipeline.at(1)).matched("slot3", "alice", 1, 3601);
        assertEquals(0, pipeline.values(Topics.REJECTIONS).size());
    }

    @Test
    void aRefusedEventDoesNotMoveTheNewestTime() {
        pipeline.matched("slot1", "alice", 1, 0);
        pipeline.matched("slot2", "alice", 1, Duration.ofDays(365).toSeconds());
        assertEquals(
                Pipeline.at(0),
                pipeline.row(Topics.INPUT_COUNTS, "fairstream.matches/0").getNewest());
        pipeline.unmatched("slot1", -60);
        assertEquals(1, pipeline.values(Topics.REJECTIONS).size(), "only the one from the future");
    }

    @Test
    void theNewestTimeOfEditsIsThatOfAnEditNotOfTheMatchesBeside() {
        pipeline.matched("slot1", "alice", 1, 0).edit("alice", 60, factor(2)).unmatched("slot1", 3600);
        assertEquals(
                Pipeline.at(60),
                pipeline.row(Topics.INPUT_COUNTS, "fairstream.account-edits/0").getNewest());
    }

    @Test
    void rejectionsCarryTheTimestampOfWhatWasRefused() {
        pipeline.sentAt(Pipeline.at(17)).send(Topics.MATCHES, "slot1", match(matched("", 1, "")));
        TestRecord<String, Rejection> row = pipeline.records(Topics.REJECTIONS).get(0);
        assertEquals(Pipeline.at(17), row.getRecordTime());
    }

    @Test
    void everyReasonOfMatchesAndEditsHasACaseHere() {
        Set<RejectionReason> covered = EnumSet.of(
                RejectionReason.NO_KEY,
                RejectionReason.NO_VALUE,
                RejectionReason.KEY_MISMATCH,
                RejectionReason.WRONG_PARTITION,
                RejectionReason.TOO_LATE);
        refusedMatches().forEach(row -> covered.add((RejectionReason) row.get()[0]));
        refusedEdits().forEach(row -> covered.add((RejectionReason) row.get()[0]));
        EnumSet<RejectionReason> ofMatchesAndEdits =
                EnumSet.range(RejectionReason.NO_KEY, RejectionReason.EDIT_IMPOSSIBLE);
        assertEquals(ofMatchesAndEdits, covered);
    }

    private static long rejected(Map<String, InputCounts> inputCounts, String topic) {
        return Objects.requireNonNull(inputCounts.get(topic)).getRejected();
    }

    private Rejection onlyRejection(@Nullable String key) {
        List<TestRecord<String, Rejection>> rows = pipeline.records(Topics.REJECTIONS);
        assertEquals(1, rows.size(), rows.toString());
        assertEquals(key, rows.get(0).key());
        return rows.get(0).value();
    }

    private void assertNothingElseWritten(String countsKey, long read, long rejected) {
        InputCounts counts = pipeline.row(Topics.INPUT_COUNTS, countsKey);
        assertEquals(read, counts.getRead());
        assertEquals(rejected, counts.getRejected());
        assertEquals(List.of(), pipeline.everything());
    }

    private double priority(String customer) {
        return pipeline.row(Topics.PRIORITIES, customer).getWeightedAccumulatedUsage();
    }

    private List<String> rejections() {
        return pipeline.records(Topics.REJECTIONS).stream()
                .map(row -> String.join(
                        " ",
                        String.valueOf(row.key()),
                        row.value().getTopic() + "/" + row.value().getPartition() + "/"
                                + row.value().getOffset(),
                        String.valueOf(row.value().getAt()),
                        row.value().getReason().toString(),
                        row.value().getDetail(),
                        row.value().getOriginal()))
                .toList();
    }

    private static Arguments refused(RejectionReason reason, String detail, SpecificRecord event) {
        return Arguments.of(reason, detail, event);
    }

    private static MatchEvent match(Object change) {
        return match("slot1", change);
    }

    private static MatchEvent match(String resource, Object change) {
        return new MatchEvent(resource, "", Pipeline.at(0), change);
    }

    private static AccountEdit edit(Object edit) {
        return new AccountEdit("alice", Pipeline.at(0), "admin", edit, null);
    }

    private static Matched ok() {
        return matched("alice", 1, "");
    }

    private static Matched matched(String customer, double weight, String matchId) {
        return new Matched(customer, weight, matchId);
    }

    private static Observed observed(ObservedState state, double weight) {
        return Observed.newBuilder().setState(state).setSlotWeight(weight).build();
    }

    private static SetFactor factor(double factor) {
        return SetFactor.newBuilder().setFactor(factor).build();
    }
}
