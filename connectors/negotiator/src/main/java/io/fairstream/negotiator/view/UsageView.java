package io.fairstream.negotiator.view;

import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Instant;
import java.util.Map;

/**
 * In-memory view of all users' usage and shares in banks: follows the topic {@code association-usage}, whose keys are paths. It can
 * rank the users at any instant by any policy, independent of the interval and policy of the topology.
 */
public final class UsageView extends TableView<AssociationUsage> {
    static final FollowedTable<AssociationUsage> TABLE =
            new FollowedTable<>(Topics.ASSOCIATION_USAGE, AssociationUsageAt::evaluate, AssociationUsage::getAsOf);

    private UsageView(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
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
    public static UsageView open(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        UsageView view = new UsageView(consumer, registry, prefix);
        view.start();
        return view;
    }

    /** Ranks all users, with rows of one {@link #snapshot}. See {@link UsageRanking#of}. */
    public UsageRanking rank(FairShares shares, Compared compared, Instant instant) {
        return UsageRanking.of(snapshot(), shares, compared, instant);
    }
}
