/** Work of volunteers' hosts, and what projects are owed. */
@NullMarked
package io.fairstream.reports.volunteers;

import org.jspecify.annotations.NullMarked;
