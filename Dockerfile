# Quire as one image: the app, or with `python -m backend worker` a worker without a screen.
#
#   docker build -t quire .
#   docker run -p 8501:8501 -v quire-library:/var/lib/quire quire

FROM python:3.12-slim-bookworm AS libraries
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
RUN python -m venv /opt/quire
ENV PATH=/opt/quire/bin:$PATH
COPY requirements.txt constraints.txt ./
RUN python -m pip install uv==0.13.9
# without a graphics card the processor's build of torch saves 2.5 GB
ARG UV_TORCH_BACKEND=cpu
RUN UV_TORCH_BACKEND=$UV_TORCH_BACKEND python -m uv pip install --no-cache \
    --python /opt/quire/bin/python \
    --constraint constraints.txt --requirement requirements.txt

FROM python:3.12-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/quire quire
COPY --from=libraries /opt/quire /opt/quire
WORKDIR /opt/app
COPY .streamlit/config.toml .streamlit/config.toml
COPY app app
COPY backend backend
COPY components components
COPY pages pages
ENV PATH=/opt/quire/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    QUIRE_LIBRARY=/var/lib/quire/library \
    QUIRE_CACHE=/var/lib/quire/cache
USER quire
VOLUME /var/lib/quire
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=4 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "-m", "app", "--server.address=0.0.0.0", "--server.port=8501", "--server.headless=true"]
