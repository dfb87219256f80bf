package io.fairstream.analysis.sql;

import io.fairstream.schemas.json.PlainJson.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Search for the most similar names. */
final class Nearest {
    private static final int MOST = 2;

    private Nearest() {}

    /**
     * Returns at most two names, the most similar first.
     *
     * @param tooFar fraction of the letters that would have to be changed, 0 to 1
     */
    static List<String> to(String name, List<String> known, double tooFar) {
        String asked = name.toLowerCase(Locale.ROOT).replace('-', '_');
        return known.stream()
                .filter(each -> Spelling.distance(asked, each) <= tooFar * Math.max(asked.length(), each.length())
                        || isPart(asked, each))
                .sorted(Comparator.comparingInt(each -> Spelling.distance(asked, each)))
                .limit(MOST)
                .toList();
    }

    private static boolean isPart(String asked, String known) {
        return asked.length() > 2 && known.contains(asked);
    }
}
