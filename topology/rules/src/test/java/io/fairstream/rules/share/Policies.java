package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import java.util.List;

/** The policies, as tests use them. */
final class Policies {
    static final FairSharePolicy FLUX = new FluxFairShare();
    static final FairSharePolicy FAIR_TREE = new FairTree();
    static final FairSharePolicy CLASSIC = new ClassicFairShare(1);
    static final FairSharePolicy CONDOR = new CondorPriority(new HalfLife(86400));

    static final List<FairSharePolicy> ALL = List.of(FLUX, FAIR_TREE, CLASSIC, CONDOR);

    /** Those for which only the parts of the usage count, not how much it is. */
    static final List<FairSharePolicy> RELATIVE = List.of(FLUX, FAIR_TREE, CLASSIC);

    /** Those whose factor is rank / N. */
    static final List<FairSharePolicy> RANKED = List.of(FLUX, FAIR_TREE);

    private Policies() {}
}
