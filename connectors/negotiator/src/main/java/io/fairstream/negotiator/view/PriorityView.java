package io.fairstream.negotiator.view;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.util.Map;

/**
 * In-memory view of all customers' priorities: follows the topic {@code priorities}, whose keys are the customers. Needs about 200
 * bytes for each customer.
 */
public final class PriorityView extends TableView<Priority> {
    static final FollowedTable<Priority> TABLE =
            new FollowedTable<>(Topics.PRIORITIES, PriorityAt::evaluate, Priority::getAsOf);

    private PriorityView(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        super(TABLE, consumer, registry, prefix);
    }

    /**
     * Opens a view and starts to load it.
     *
     * @param consumer properties of a Kafka consumer; the view sets isolation level, offset reset and group itself
     * @param registry properties of the schema registry, see {@link SchemaRegistries#from}
     * @param prefix of the topics' names; each accounting has its own
     * @throws IllegalStateException if there is no such topic
     */
    public static PriorityView open(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        PriorityView view = new PriorityView(consumer, registry, prefix);
        view.start();
        return view;
    }
}
