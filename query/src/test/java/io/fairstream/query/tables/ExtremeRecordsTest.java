package io.fairstream.query.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Row;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topic.SteeringTopics;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records with values that the topology refuses: none hides another row. {@code -Dreaders.records=1000000} tries more. */
class ExtremeRecordsTest {
    private static final int ROWS = Math.max(
            1, Integer.getInteger("readers.records", 10_000) / Views.names().size());

    static List<String> names() {
        return Views.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyRowIsShown(String name) {
        show(Views.named(name).orElseThrow());
    }

    private static <V extends SpecificRecord> void show(View<V> view) {
        RandomRecords records = RandomRecords.extreme(view.name().hashCode());
        Schema schema = schema(view.name());
        List<V> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            @SuppressWarnings("unchecked") // a view has the records of its topic
            V row = (V) records.next(schema);
            rows.add(row);
        }
        rows.sort(view.order());
        Report<V> report = view.columns().report(rows).withRecords(PlainJson::write);
        assertEquals(ROWS + 1, ShownReport.lines(report).size());
        assertEquals(ROWS, ShownReport.fields(report).size());
        assertEquals(ROWS, ShownReport.records(report).size());
        BiFunction<V, Instant, V> evaluation = view.evaluation();
        if (evaluation != null) {
            rows.forEach(row -> evaluate(evaluation, row));
        }
    }

    private static Schema schema(String name) {
        return name.equals(Topics.CHARGES.name())
                ? io.fairstream.schemas.Charge.getClassSchema()
                : Stream.concat(Topics.all().stream(), SteeringTopics.ALL.stream())
                        .filter(topic -> topic.name().equals(name))
                        .findFirst()
                        .flatMap(Topic::schema)
                        .orElseThrow();
    }

    /** A row of a later instant refuses the question, and says so. */
    private static <V> void evaluate(BiFunction<V, Instant, V> evaluation, V row) {
        for (long at : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
            try {
                Failure.ifRefused(() -> View.at(evaluation, row, Instant.ofEpochMilli(at)));
            } catch (Failure expected) {
                // said in a line
            }
        }
    }

    @Test
    void aCellBeyondNumbersOrTimesIsEmpty() {
        Report<Long> report = new Columns<Long>()
                .number("twice", row -> Math.multiplyExact(row, 2L))
                .report(List.of(1L, Long.MAX_VALUE, 3L));
        assertEquals(List.of("TWICE", "2", "", "6"), ShownReport.lines(report));
    }

    @Test
    void aRefusedEditOfTheLastInstantIsNoAcceptedOne() {
        Instant last = Instant.ofEpochMilli(Long.MAX_VALUE);
        AccountEdit edit = new AccountEdit("alice", last, "root", new SetFactor(2.0, null), null);
        assertNull(AcceptedEdits.of(new Row<>("alice", edit, 0, 0, new RecordHeaders())));
    }

    @Test
    void everyEditAndRejectionIsReadOrPassedOver() {
        RandomRecords records = RandomRecords.extreme(1);
        Refusals refusals = new Refusals();
        for (int i = 0; i < ROWS; i++) {
            AccountEdit edit = (AccountEdit) records.next(AccountEdit.getClassSchema());
            AcceptedEdits.of(new Row<>(edit.getCustomer(), edit, 0, i, new RecordHeaders()));
            Rejection rejection = (Rejection) records.next(Rejection.getClassSchema());
            refusals.add(new Row<>(rejection.getTopic(), rejection, 0, i, new RecordHeaders()));
        }
        assertEquals(ROWS, refusals.refused());
    }
}
