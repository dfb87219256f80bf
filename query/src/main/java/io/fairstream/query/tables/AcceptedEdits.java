package io.fairstream.query.tables;

import io.fairstream.app.config.Keys;
import io.fairstream.query.records.Position;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.priority.PriorityStage;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The account edits that the topology has accepted: neither rejected nor sent to the dead letters. */
public final class AcceptedEdits {
    private AcceptedEdits() {}

    /**
     * Reads the edits, each once, in the order of their arrival. Rejections are retained for a shorter time than edits;
     * therefore edits are validated again where possible.
     *
     * @param customer name; null for all customers
     */
    public static List<CustomerEdit> read(TopicReader reader, @Nullable String customer) {
        Set<Position> rejected = rejections(reader).keySet();
        Refusals deadLetters = new Refusals();
        reader.read(Topics.DEAD_LETTERS, deadLetters::addUnreadable);
        String topic = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        Set<CustomerEdit> edits = new LinkedHashSet<>();
        String key = reader.settings().get(Keys.TOPOLOGY_REPARTITION) ? null : customer;
        reader.readReadable(Topics.ACCOUNT_EDITS, key, row -> {
            CustomerEdit edit = of(row);
            if (edit != null
                    && (customer == null || customer.equals(edit.customer()))
                    && !rejected.contains(Position.of(row))
                    && !deadLetters.isUnreadable(topic, row.partition(), row.offset())) {
                edits.add(edit);
            }
        });
        return List.copyOf(edits);
    }

    /** Returns the content of an edit without a known rejection; null for one that validation rejects. */
    public static @Nullable CustomerEdit of(Row<AccountEdit> row) {
        AccountEdit edit = row.value();
        if (edit == null || !edit.getCustomer().equals(row.key())) {
            return null;
        }
        CustomerEdit read = Objects.requireNonNull(AvroRecords.value(PriorityStage.ACCOUNT_EDIT, edit));
        boolean isRefused = read.decided().refusal() != null
                || Bounds.refusalOfInstant(
                                Reason.EDIT_IMPOSSIBLE, "at", read.decided().at())
                        != null;
        return isRefused ? null : read;
    }

    /** Returns the rejections of account edits by the edits' positions, within the retention of rejections. */
    public static Map<Position, Rejection> rejections(TopicReader reader) {
        String edits = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        Map<Position, Rejection> refused = new HashMap<>();
        reader.read(Topics.REJECTIONS, row -> {
            Rejection rejection = row.value();
            if (rejection != null && rejection.getTopic().equals(edits)) {
                refused.put(new Position(rejection.getPartition(), rejection.getOffset()), rejection);
            }
        });
        return refused;
    }
}
