package io.fairstream.publish;

import java.util.Map;

/**
 * Sender of the reports.
 *
 * @param name of the probe, such as {@code slurm:ce.example.org}
 * @param site name in GRACC
 * @param grid that contains the site, such as {@code OSG} or {@code Local}
 * @param members virtual organisations of jobs
 */
public record GraccProbe(String name, String site, String grid, VoMap members) {
    public GraccProbe {
        Map.of("probe", name, "site", site, "grid", grid).forEach((what, value) -> {
            if (value.isBlank() || value.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(what + ": \"" + value + "\" (expected: a name)");
            }
        });
    }
}
