package io.fairstream.boinc;

import io.fairstream.schemas.Project;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Participating projects by name and by URL; http and https, a final slash and case are ignored. */
final class ProjectList {
    public static final ProjectList EMPTY = new ProjectList(Map.of(), Map.of());

    private final Map<String, String> urls;
    private final Map<String, String> names;

    private ProjectList(Map<String, String> urls, Map<String, String> names) {
        this.urls = urls;
        this.names = names;
    }

    /** Creates the list of the rows that have a URL. */
    public static ProjectList of(Collection<Project> rows) {
        Map<String, String> urls = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        for (Project row : rows) {
            if (!row.getUrl().isEmpty()) {
                urls.put(row.getProject(), row.getUrl());
                names.put(place(row.getUrl()), row.getProject());
            }
        }
        return new ProjectList(urls, names);
    }

    Optional<String> url(String project) {
        return Optional.ofNullable(urls.get(project));
    }

    Optional<String> named(String url) {
        return Optional.ofNullable(names.get(place(url)));
    }

    private static String place(String url) {
        String place = url.strip().toLowerCase(Locale.ROOT).replaceFirst("^https?://", "");
        return place.endsWith("/") ? place.substring(0, place.length() - 1) : place;
    }
}
