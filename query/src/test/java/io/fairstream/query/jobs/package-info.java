@NullMarked
package io.fairstream.query.jobs;

import org.jspecify.annotations.NullMarked;
