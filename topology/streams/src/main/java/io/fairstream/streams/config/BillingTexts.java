package io.fairstream.streams.config;

import io.fairstream.rules.share.Billing;
import java.util.Map;
import java.util.TreeMap;

/** Text form of the weights of resources. */
final class BillingTexts {
    private BillingTexts() {}

    static Billing weights(String text) {
        return Billing.of(text, Billing.Mode.SUM);
    }

    static Map<String, Billing> byPartition(String text) {
        Map<String, Billing> byPartition = new TreeMap<>();
        for (String item : text.isBlank() ? new String[0] : text.split(";", -1)) {
            int colon = item.indexOf(':');
            String name = item.substring(0, Math.max(0, colon)).trim();
            Billing weights = weights(item.substring(colon + 1));
            if (name.isEmpty()
                    || weights.weights().isEmpty()
                    || !weights.unknown().isEmpty()) {
                throw new IllegalArgumentException("\"" + item + "\"");
            }
            if (byPartition.put(name, weights) != null) {
                throw new IllegalArgumentException("\"" + name + "\" twice");
            }
        }
        return byPartition;
    }
}
