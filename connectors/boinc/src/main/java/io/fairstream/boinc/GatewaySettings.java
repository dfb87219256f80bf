package io.fairstream.boinc;

import java.time.Duration;

/**
 * Settings for the manager's presentation to clients.
 *
 * @param name shown to volunteers
 * @param repeat interval of requests of a client with an assignment, 1 s or more
 * @param shortRepeat interval of requests of a client without an assignment, 1 s or more
 */
public record GatewaySettings(String name, Duration repeat, Duration shortRepeat) {
    private static final int LONGEST_NAME = 255;

    public GatewaySettings {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "name: \"" + name + "\" (expected: 1 to " + LONGEST_NAME + " characters)");
        }
        requireSecond("repeat", repeat);
        requireSecond("short-repeat", shortRepeat);
    }

    private static void requireSecond(String key, Duration value) {
        if (value.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: PT1S or more)");
        }
    }
}
