"""The web application: every path of the service, and what each may respond."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import kinroute
from kinroute.studio.service.bodies import BodyLimits
from kinroute.studio.service.metrics import CountedResponses
from kinroute.studio.service.openapi import describe
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.responses import problem_response
from kinroute.studio.service.routes import methods_of, router
from kinroute.studio.service.security import PREFIX, Security
from kinroute.studio.service.service import running
from kinroute.studio.service.settings import Settings


def create_app(settings: Settings) -> FastAPI:
    """The service as an application; its workers run as long as it does."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings) as service:
            app.state.service = service
            yield

    app = FastAPI(
        title="Kinroute",
        version=kinroute.__version__,
        lifespan=lifespan,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.include_router(router, prefix=PREFIX)
    describe(app, has_token=settings.token is not None)
    _add_problems(app)
    app.add_middleware(BodyLimits, limits=settings.limits)
    app.add_middleware(Security, settings=settings)
    app.add_middleware(CountedResponses)
    return app


def _add_problems(app: FastAPI) -> None:
    """Every error is a problem; none tells anything of this machine."""

    @app.exception_handler(ProblemError)
    async def of_problem(request: Request, problem: ProblemError) -> Response:
        return problem_response(problem)

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        code = {404: "not-found", 405: "wrong-method"}.get(error.status_code, "http")
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(methods_of(request.url.path.removeprefix(PREFIX)))
        text = str(error.detail)
        return problem_response(ProblemError(error.status_code, code, text, text, headers=headers))

    @app.exception_handler(RequestValidationError)
    async def of_validation(request: Request, error: RequestValidationError) -> Response:
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"])
        text = f"{place} = {str(fault['input'])[:60]!r}: {fault['msg']}"
        title = "The request is not valid"
        return problem_response(ProblemError(422, "invalid-request", title, text, {"place": place}))

    @app.exception_handler(Exception)
    async def of_fault(request: Request, error: Exception) -> Response:
        text = "internal error; please report it with the log of the server"
        return problem_response(ProblemError(500, "internal-error", "Internal error", text))
