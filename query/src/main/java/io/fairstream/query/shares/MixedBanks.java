package io.fairstream.query.shares;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Banks that contain both users and banks, which Slurm allows and flux-accounting does not. */
public record MixedBanks(Set<String> paths) {
    public static MixedBanks of(Collection<ShareNode> nodes) {
        Set<String> holdBanks = new TreeSet<>();
        Set<String> holdUsers = new TreeSet<>();
        for (ShareNode node : nodes) {
            int slash = node.path().lastIndexOf('/');
            if (slash > 0) {
                (node.kind() == Kind.BANK ? holdBanks : holdUsers)
                        .add(node.path().substring(0, slash));
            }
        }
        holdBanks.retainAll(holdUsers);
        return new MixedBanks(holdBanks);
    }

    /** Returns a note on the ranking of these banks by flux's policy, if that is the configured one. */
    public Optional<String> note(Settings settings) {
        return paths.isEmpty() || !settings.get(Keys.FAIRSHARE_POLICY).equals("flux")
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "note: %,d %s users beside banks (%s): flux-accounting has no such tree; "
                                + "fairshare.policy=flux ranks them on one level, a user before a bank of equal weight",
                        paths.size(),
                        paths.size() == 1 ? "bank holds" : "banks hold",
                        paths.iterator().next()));
    }
}
