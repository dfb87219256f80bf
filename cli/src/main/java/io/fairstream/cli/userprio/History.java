package io.fairstream.cli.userprio;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.fairstream.cli.records.Position;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.RefusedEdits;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.json.PlainJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * The edits of one customer in the order in which they were sent, which is the audit trail.
 *
 * @param reader of the topics
 */
record History(TopicReader reader) {

    /** An edit and its refusal, null if none is known. */
    record Entry(
            AccountEdit edit, Position position, @Nullable Rejection rejection) {}

    /** All partitions are read: an edit in the wrong one was sent, and refused, too. */
    List<Entry> of(String name) {
        Accounts accounts = new Accounts(reader);
        String customer = Customers.exactly(name, accounts.rows())
                .map(Priority::getCustomer)
                .orElse(name);
        Map<Position, Rejection> refused = RefusedEdits.all(reader);
        List<Entry> entries = new ArrayList<>();
        reader.read(Topics.ACCOUNT_EDITS, row -> {
            AccountEdit edit = row.value();
            if (edit != null && edit.getCustomer().equals(customer)) {
                Position position = Position.of(row);
                entries.add(new Entry(edit, position, refused.get(position)));
            }
        });
        return entries;
    }

    static void print(List<Entry> entries, PrintWriter out) {
        new Table<Entry>()
                .text("AT", "", entry -> entry.edit().getAt())
                .text("BY", "", entry -> entry.edit().getBy())
                .text("EDIT", "", entry -> words(entry.edit()))
                .text("REFUSED", "", entry -> refusal(entry.rejection()))
                .print(entries, false, out);
    }

    private static @Nullable Object refusal(@Nullable Rejection rejection) {
        return rejection == null ? null : rejection.getReason() + ": " + rejection.getDetail();
    }

    static void printJson(List<Entry> entries, PrintWriter out) {
        for (Entry entry : entries) {
            ObjectNode node = json(entry.edit(), entry.position());
            Rejection rejection = entry.rejection();
            if (rejection != null) {
                node.put("refused", rejection.getReason().name()).put("detail", rejection.getDetail());
            }
            out.println(node);
        }
    }

    /** The edit as JSON, and where it stands. */
    static ObjectNode json(AccountEdit edit, Position position) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.putRawValue("edit", new RawValue(PlainJson.write(edit)));
        return node.put("partition", position.partition()).put("offset", position.offset());
    }

    /** What was decided, as {@code SetFactor factor=5.0 until=2026-03-02T08:00:00Z}. */
    static String words(AccountEdit edit) {
        IndexedRecord decided = (IndexedRecord) edit.getEdit();
        StringBuilder words = new StringBuilder(decided.getSchema().getName());
        for (Schema.Field field : decided.getSchema().getFields()) {
            Object value = decided.get(field.pos());
            if (value != null) {
                words.append(' ').append(field.name()).append('=').append(value);
            }
        }
        return words.toString();
    }
}
