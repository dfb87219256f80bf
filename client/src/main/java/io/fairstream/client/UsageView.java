package io.fairstream.client;

import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Topics;
import java.time.Instant;

/**
 * In-memory view of all users' usage and shares in banks: follows the topic {@code association-usage}, whose keys are paths. It can
 * rank the users at any instant by any policy, independent of the interval and policy of the topology.
 */
public final class UsageView extends TableView<AssociationUsage> {
    static final FollowedTable<AssociationUsage> TABLE = new FollowedTable<>(
            Topics.ASSOCIATION_USAGE, true, AssociationUsageAt::evaluate, AssociationUsage::getAsOf);

    private UsageView(ClientConfig config) {
        super(TABLE, config);
    }

    /**
     * Opens a view and starts to load it.
     *
     * @throws IllegalStateException if there is no such topic
     */
    public static UsageView open(ClientConfig config) {
        UsageView view = new UsageView(config);
        view.start();
        return view;
    }

    /** Ranks all users, with rows of one {@link #snapshot}. See {@link UsageRanking#of}. */
    public UsageRanking rank(FairShares shares, Compared compared, Instant instant) {
        return UsageRanking.of(snapshot(), shares, compared, instant);
    }
}
