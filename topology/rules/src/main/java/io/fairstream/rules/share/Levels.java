package io.fairstream.rules.share;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands on each level of a tree in the making: who has more users below decides, if nobody else did. */
final class Levels {
    private final Map<String, Level> levels = new HashMap<>();
    private final Map<String, Integer> usersBelow = new HashMap<>();

    private static final class Level {
        private @Nullable ShareNode firstBank;
        private @Nullable ShareNode firstUser;
        private int inBanks;
        private int beside;

        /** One of the kind that the level shall have; banks when it does not matter. */
        @Nullable
        ShareNode preferred() {
            return firstBank != null && (firstUser == null || inBanks >= beside) ? firstBank : firstUser;
        }
    }

    /** Takes in a node; call it by path. */
    void add(ShareNode node) {
        String parent = node.parent();
        if (parent != null) {
            Level level = level(parent);
            if (node.kind() == ShareNode.Kind.USER) {
                level.firstUser = level.firstUser == null ? node : level.firstUser;
                level.beside++;
                addToBanks(parent);
            } else {
                level.firstBank = level.firstBank == null ? node : level.firstBank;
            }
        }
    }

    private void addToBanks(String nearest) {
        String bank = nearest;
        usersBelow.merge(bank, 1, Integer::sum);
        for (int slash = bank.lastIndexOf('/'); slash > 0; slash = bank.lastIndexOf('/')) {
            bank = bank.substring(0, slash);
            level(bank).inBanks++;
            usersBelow.merge(bank, 1, Integer::sum);
        }
    }

    private Level level(String bank) {
        return levels.computeIfAbsent(bank, any -> new Level());
    }

    /** Tells who shall decide on each level, and which of the roots shall be it. */
    void prefer(List<ShareNode> roots, TreeCheck check) {
        levels.values().forEach(level -> {
            ShareNode preferred = level.preferred();
            if (preferred != null) {
                check.prefer(preferred);
            }
        });
        ShareNode largest = null;
        for (ShareNode root : roots) {
            if (largest == null || below(root) > below(largest)) {
                largest = root;
            }
        }
        if (largest != null) {
            check.prefer(largest);
        }
    }

    private int below(ShareNode root) {
        return usersBelow.getOrDefault(root.path(), 0);
    }
}
