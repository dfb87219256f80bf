package io.fairstream.query.priority;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Position;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Edits of one customer in the order in which they were sent: the audit trail.
 *
 * @param entries all of them
 */
public record History(List<Entry> entries) {

    /** Note in the output if rejections have been deleted. */
    public static final String REJECTIONS_ARE_DELETED =
            "older rejections are deleted: older edits may have been rejected";

    /**
     * An edit.
     *
     * @param rejection its rejection, null if none is known
     * @param accepted its content; null if it was rejected, or would be
     */
    public record Entry(
            AccountEdit edit,
            Position position,
            @Nullable Rejection rejection,
            io.fairstream.rules.priority.@Nullable Edit accepted) {}

    /** Reads the history from all partitions: an edit sent to a wrong partition was rejected, and belongs to the trail, too. */
    public static History of(String name, TopicReader reader) {
        String customer = Customers.exactly(name, reader.latest(Topics.PRIORITIES))
                .map(Priority::getCustomer)
                .orElse(name);
        return read(reader, edit -> edit.getCustomer().equals(customer));
    }

    /** Reads the edits of all customers. */
    public static History of(TopicReader reader) {
        return read(reader, edit -> true);
    }

    private static History read(TopicReader reader, Predicate<AccountEdit> isWanted) {
        Map<Position, Rejection> refused = AcceptedEdits.rejections(reader);
        List<Entry> edits = new ArrayList<>();
        reader.readAsIs(Topics.ACCOUNT_EDITS, null, row -> {
            if (row.value() != null && isWanted.test(row.value())) {
                edits.add(entry(row, row.value(), refused));
            }
        });
        return new History(edits);
    }

    private static Entry entry(Row<AccountEdit> row, AccountEdit edit, Map<Position, Rejection> refused) {
        Position position = Position.of(row);
        Rejection rejection = refused.get(position);
        CustomerEdit accepted = rejection == null ? AcceptedEdits.of(row) : null;
        return new Entry(edit, position, rejection, accepted == null ? null : accepted.decided());
    }

    /** Returns a row for each edit, with the reason of its rejection, if any. */
    public Report<?> report() {
        return new Columns<Entry>()
                .time("at", entry -> entry.edit().getAt())
                .text("by", entry -> entry.edit().getBy())
                .text("edit", entry -> EditText.of(entry.edit()))
                .with(to -> reason(to, Entry::edit, entries))
                .text(
                        "refused",
                        entry -> refusal(entry.rejection()),
                        entry -> entry.rejection() == null
                                ? null
                                : entry.rejection().getReason())
                .text(
                        "detail",
                        entry -> entry.rejection() == null
                                ? null
                                : entry.rejection().getDetail())
                .unshown()
                .add("partition", Format.WHOLE, entry -> entry.position().partition())
                .unshown()
                .add("offset", Format.WHOLE, entry -> entry.position().offset())
                .unshown()
                .report(entries)
                .withRecords(History::json);
    }

    /** Adds a column of reasons; people see it only if there are any. */
    static <R> void reason(Columns<R> to, Function<R, AccountEdit> edit, List<R> rows) {
        to.text("reason", row -> edit.apply(row).getReason());
        if (rows.stream().allMatch(row -> edit.apply(row).getReason() == null)) {
            to.unshown();
        }
    }

    static @Nullable Object refusal(@Nullable Rejection rejection) {
        return rejection == null ? null : rejection.getReason() + ": " + rejection.getDetail();
    }

    private static String json(Entry entry) {
        ObjectNode node = json(entry.edit(), entry.position());
        Rejection rejection = entry.rejection();
        if (rejection != null) {
            node.put("refused", rejection.getReason().name()).put("detail", rejection.getDetail());
        }
        return node.toString();
    }

    /**
     * Returns a sent edit as JSON.
     *
     * @param taken whether the topology has accepted it
     * @param row the resulting row; null if it is unknown
     */
    public static String json(AccountEdit edit, Position position, boolean taken, @Nullable Priority row) {
        ObjectNode node = json(edit, position).put("taken", taken);
        if (row != null) {
            node.putRawValue("row", new RawValue(PlainJson.write(row)));
        }
        return node.toString();
    }

    /** Returns the edit and its position. */
    private static ObjectNode json(AccountEdit edit, Position position) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.putRawValue("edit", new RawValue(PlainJson.write(edit)));
        return node.put("partition", position.partition()).put("offset", position.offset());
    }
}
