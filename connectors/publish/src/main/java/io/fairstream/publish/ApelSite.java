package io.fairstream.publish;

/**
 * Sender of the reports.
 *
 * @param name of the site in APEL
 * @param infrastructure origin of jobs: {@code grid} or {@code local}
 * @param members virtual organisations of jobs
 */
public record ApelSite(String name, String infrastructure, VoMap members) {
    public ApelSite {
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("site: \"" + name + "\" (expected: the name by which APEL knows it)");
        }
        if (!infrastructure.equals("grid") && !infrastructure.equals("local")) {
            throw new IllegalArgumentException("infrastructure: \"" + infrastructure + "\" (expected: grid or local)");
        }
    }
}
