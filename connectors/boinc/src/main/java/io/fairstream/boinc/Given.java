package io.fairstream.boinc;

import java.util.List;

/** The projects a host was given, best first. */
public record Given(List<String> projects) {
    public Given {
        projects = List.copyOf(projects);
    }
}
