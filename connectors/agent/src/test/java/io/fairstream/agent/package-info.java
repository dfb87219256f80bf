@NullMarked
package io.fairstream.agent;

import org.jspecify.annotations.NullMarked;
