package io.fairstream.client;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;

/**
 * In-memory view of all customers' priorities: follows the topic {@code priorities}, whose keys are the customers. Needs about 200
 * bytes for each customer.
 */
public final class PriorityView extends TableView<Priority> {
    static final FollowedTable<Priority> TABLE =
            new FollowedTable<>(Topics.PRIORITIES, true, PriorityAt::evaluate, Priority::getAsOf);

    private PriorityView(ClientConfig config) {
        super(TABLE, config);
    }

    /**
     * Opens a view and starts to load it.
     *
     * @throws IllegalStateException if there is no such topic
     */
    public static PriorityView open(ClientConfig config) {
        PriorityView view = new PriorityView(config);
        view.start();
        return view;
    }
}
